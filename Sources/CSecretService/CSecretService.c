#include "CSecretService.h"

#ifdef __linux__

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The part of the interface of GLib and libsecret that is used here, by their documentation.

struct error {
  unsigned domain;
  int code;
  char *message;
};

struct schema {
  const char *name;
  int flags;
  struct {
    const char *name;
    int type;
  } attributes[32];
  int reserved;
  void *reserved_pointers[7];
};

static const struct schema schema = {
    .name = "org.wayleave.StoreKey", .flags = 0, .attributes = {{"store", 0}, {NULL, 0}}};

struct library {
  void *(*hash_table_new)(void *hash, void *equal);
  int (*hash_table_insert)(void *table, void *key, void *value);
  void (*hash_table_unref)(void *table);
  void *str_hash, *str_equal;
  void *(*cancellable_new)(void);
  void (*cancellable_cancel)(void *cancellable);
  void (*object_unref)(void *object);
  void (*error_free)(struct error *error);
  char *(*lookup)(const struct schema *, void *attributes, void *cancellable, struct error **);
  int (*store)(const struct schema *, void *attributes, const char *collection, const char *label,
               const char *password, void *cancellable, struct error **);
  int (*clear)(const struct schema *, void *attributes, void *cancellable, struct error **);
  void (*password_free)(char *password);
  void *(*service_get)(int flags, void *cancellable, struct error **);
  void *(*collection_for_alias)(void *service, const char *alias, int flags, void *cancellable, struct error **);
  int (*collection_get_locked)(void *collection);
};

static struct library library;
static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  // The libraries on which libsecret depends are found by the same handle.
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"g_hash_table_new", &library.hash_table_new},
      {"g_hash_table_insert", &library.hash_table_insert},
      {"g_hash_table_unref", &library.hash_table_unref},
      {"g_str_hash", &library.str_hash},
      {"g_str_equal", &library.str_equal},
      {"g_cancellable_new", &library.cancellable_new},
      {"g_cancellable_cancel", &library.cancellable_cancel},
      {"g_object_unref", &library.object_unref},
      {"g_error_free", &library.error_free},
      {"secret_password_lookupv_nonpageable_sync", &library.lookup},
      {"secret_password_storev_sync", &library.store},
      {"secret_password_clearv_sync", &library.clear},
      {"secret_password_free", &library.password_free},
      {"secret_service_get_sync", &library.service_get},
      {"secret_collection_for_alias_sync", &library.collection_for_alias},
      {"secret_collection_get_locked", &library.collection_get_locked},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *function = dlsym(handle, functions[index].name);
    if (!function) return;
    memcpy(functions[index].place, &function, sizeof function);
  }
  is_loaded = 1;
}

static int is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

static void *attributes_of(const char *id) {
  void *table = library.hash_table_new(library.str_hash, library.str_equal);
  library.hash_table_insert(table, "store", (void *)id);
  return table;
}

static enum secret_service_result failed(struct error *error, char **failure) {
  *failure = strdup(error->message ? error->message : "");
  library.error_free(error);
  return SECRET_SERVICE_FAILED;
}

// Whether the default collection is there and unlocked; asks a person nothing.
static int is_unlocked(void *cancellable) {
  struct error *error = NULL;
  int is_unlocked = 0;
  void *service = library.service_get(0, cancellable, &error);
  void *collection = service ? library.collection_for_alias(service, "default", 0, cancellable, &error) : NULL;
  if (collection) {
    is_unlocked = !library.collection_get_locked(collection);
    library.object_unref(collection);
  }
  if (service) library.object_unref(service);
  if (error) library.error_free(error);
  return is_unlocked;
}

enum secret_service_result secret_service_lookup(const char *id, char **secret, char **failure) {
  if (!is_there()) return SECRET_SERVICE_MISSING;
  struct error *error = NULL;
  void *attributes = attributes_of(id);
  *secret = library.lookup(&schema, attributes, NULL, &error);
  library.hash_table_unref(attributes);
  if (error) return failed(error, failure);
  if (*secret) return SECRET_SERVICE_DONE;
  // A person who does not unlock the keyring is no error of the library.
  if (is_unlocked(NULL)) return SECRET_SERVICE_NOTHING;
  *failure = strdup("it is locked");
  return SECRET_SERVICE_FAILED;
}

enum secret_service_result secret_service_store(
    const char *id, const char *label, const char *secret, char **failure) {
  if (!is_there()) return SECRET_SERVICE_MISSING;
  struct error *error = NULL;
  void *attributes = attributes_of(id);
  library.store(&schema, attributes, "default", label, secret, NULL, &error);
  library.hash_table_unref(attributes);
  return error ? failed(error, failure) : SECRET_SERVICE_DONE;
}

enum secret_service_result secret_service_clear(const char *id, char **failure) {
  if (!is_there()) return SECRET_SERVICE_MISSING;
  struct error *error = NULL;
  void *attributes = attributes_of(id);
  int is_removed = library.clear(&schema, attributes, NULL, &error);
  library.hash_table_unref(attributes);
  if (error) return failed(error, failure);
  return is_removed ? SECRET_SERVICE_DONE : SECRET_SERVICE_NOTHING;
}

void secret_service_free_secret(char *secret) {
  if (secret && is_there()) library.password_free(secret);
}

void secret_service_free_failure(char *failure) { free(failure); }

// The question whether the service is there, in a thread of its own: a daemon that does not answer is not waited for.
struct question {
  pthread_mutex_t mutex;
  pthread_cond_t answered;
  void *cancellable;
  int is_answered, is_available, users;
};

static void leave(struct question *question) {
  pthread_mutex_lock(&question->mutex);
  int is_last = --question->users == 0;
  pthread_mutex_unlock(&question->mutex);
  if (!is_last) return;
  library.object_unref(question->cancellable);
  pthread_cond_destroy(&question->answered);
  pthread_mutex_destroy(&question->mutex);
  free(question);
}

static void *ask(void *argument) {
  struct question *question = argument;
  int is_available = is_unlocked(question->cancellable);
  pthread_mutex_lock(&question->mutex);
  question->is_available = is_available;
  question->is_answered = 1;
  pthread_cond_signal(&question->answered);
  pthread_mutex_unlock(&question->mutex);
  leave(question);
  return NULL;
}

int secret_service_is_available(int milliseconds) {
  if (!is_there()) return 0;
  struct question *question = calloc(1, sizeof *question);
  if (!question) return 0;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  // A clock that is set meanwhile changes nothing.
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&question->mutex, NULL);
  pthread_cond_init(&question->answered, &attributes);
  pthread_condattr_destroy(&attributes);
  question->cancellable = library.cancellable_new();
  question->users = 2;
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec += 1;
    end.tv_nsec -= 1000000000;
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, ask, question) != 0) {
    question->users = 1;
    leave(question);
    return 0;
  }
  pthread_detach(thread);
  pthread_mutex_lock(&question->mutex);
  while (!question->is_answered) {
    if (pthread_cond_timedwait(&question->answered, &question->mutex, &end) != 0) break;
  }
  int is_available = question->is_answered && question->is_available;
  int is_late = !question->is_answered;
  pthread_mutex_unlock(&question->mutex);
  if (is_late) library.cancellable_cancel(question->cancellable);
  leave(question);
  return is_available;
}

#else

int secret_service_is_available(int milliseconds) { return 0; }

enum secret_service_result secret_service_lookup(const char *id, char **secret, char **failure) {
  return SECRET_SERVICE_MISSING;
}

enum secret_service_result secret_service_store(
    const char *id, const char *label, const char *secret, char **failure) {
  return SECRET_SERVICE_MISSING;
}

enum secret_service_result secret_service_clear(const char *id, char **failure) { return SECRET_SERVICE_MISSING; }

void secret_service_free_secret(char *secret) {}

void secret_service_free_failure(char *failure) {}

#endif
