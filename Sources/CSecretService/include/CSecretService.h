// The Secret Service of a desktop, by libsecret, which is loaded at run time: nothing is linked with it.

#ifndef C_SECRET_SERVICE_H
#define C_SECRET_SERVICE_H

/// What a call came to.
enum secret_service_result {
  SECRET_SERVICE_DONE = 0,
  /// There is no such secret.
  SECRET_SERVICE_NOTHING = 1,
  /// The service failed; its words are in the failure.
  SECRET_SERVICE_FAILED = 2,
  /// libsecret is not installed.
  SECRET_SERVICE_MISSING = 3,
};

/// Whether the service answers in this time, with its default collection unlocked: 1, or 0. It asks a person nothing.
int secret_service_is_available(int milliseconds);

/// Gives the secret of an id, which `secret_service_free` frees. It may wait for a person who unlocks the collection.
enum secret_service_result secret_service_lookup(
    const char *_Nonnull id, char *_Nullable *_Nonnull secret, char *_Nullable *_Nonnull failure);

/// Saves a secret under an id in the default collection. It may wait for a person who unlocks the collection.
enum secret_service_result secret_service_store(
    const char *_Nonnull id, const char *_Nonnull label, const char *_Nonnull secret,
    char *_Nullable *_Nonnull failure);

/// Removes the secret of an id.
enum secret_service_result secret_service_clear(const char *_Nonnull id, char *_Nullable *_Nonnull failure);

/// Overwrites and frees a secret; nil does nothing.
void secret_service_free_secret(char *_Nullable secret);

/// Frees the words of a failure; nil does nothing.
void secret_service_free_failure(char *_Nullable failure);

#endif
