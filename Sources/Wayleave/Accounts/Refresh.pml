/*
 * The refresh of one account by several processes, as Accounts+Refresh.swift and Accounts+Renewal.swift do it.
 *
 * spin looks at every order of their steps, with crashes, lost answers, a disk that refuses, and a server that revokes
 * the whole sign-in when a refresh token comes a second time (RFC 9700 §4.14.2). Scripts/check-model runs it.
 *
 * WITHOUT_LOCK, WITHOUT_REREAD, WITHOUT_NOTE, USED_BEFORE_SAVED and EARLIER_NOTE_DROPPED leave out one rule each:
 * then the model must fail.
 */

#define CLIENTS 3
#ifndef ROUNDS
#define ROUNDS 2       /* how often each client asks */
#endif
#ifndef CRASHES
#define CRASHES 3      /* of all clients together; the next process takes the place of the one that crashed */
#endif
#ifndef LOSSES
#define LOSSES 3       /* requests that do not arrive, answers that do not arrive, and requests that are turned away */
#endif
#ifndef TROUBLES
#define TROUBLES 2     /* answers that the disk refuses until the writer gives up */
#endif
#ifndef EXPIRIES
#define EXPIRIES 2     /* ends of an access token, besides the one at the beginning */
#endif
#define GENERATIONS 8

mtype = { Issued, Refused, Lost, TurnedAway };

/* The server. */
byte serverGeneration = 0;
bool isRevoked = false;

/* The record in the store, as it survives a crash. */
byte storedGeneration = 0;
bool isFresh = false;
bool isEnded = false;
byte note = 0;         /* how many attempts with this refresh token are noted */

byte holder = 0;       /* of the lock; 0 for none */

/* What an observer knows, and no process. */
bool wasSent[GENERATIONS];
bool mayBeSpent[GENERATIONS];  /* the answer was lost, or its receiver was */
byte crashes = 0;
byte losses = 0;
byte troubles = 0;
byte expiries = 0;
byte finished = 0;

/* In front of each step: the process may crash instead. */
#define OR_CRASH :: crashes < CRASHES -> crashes++; goto crashed

proctype Client(byte me) {
  byte rounds = 0;
  byte used = 0;
  byte sent = 0;         /* what this process has sent */
  bool isWaiting = false;  /* and its answer is not saved */
  byte earlier = 0;      /* the note of attempts before this one */
  bool isRepeat = false;
  bool wasRevoked = false;
  byte unsaved = 0;      /* the generation that the disk refused; 0 for none */
  byte base = 0;         /* in place of which it belongs */
  mtype answer = 0;

again:
  /* What is over is forgotten: equal states are seen once. */
  atomic {
    used = 0; sent = 0; earlier = 0; isWaiting = false; isRepeat = false; wasRevoked = false; answer = 0;
    if
    :: rounds == ROUNDS -> unsaved = 0; base = 0; goto out
    :: else -> rounds++
    fi
  };

  /* The record is read without the lock. */
  if
  OR_CRASH
  :: atomic { !isEnded && !isFresh -> used = storedGeneration }
  :: isEnded || isFresh -> goto again
  fi;

#ifndef WITHOUT_LOCK
  if
  OR_CRASH
  :: atomic { holder == 0 -> holder = me }
  :: holder != 0 -> goto again   /* the wait has an end: store.busy */
  fi;
#endif

  /* It is read again under the lock. */
  if
  OR_CRASH
  :: atomic {
       earlier = note;
       if
       :: unsaved != 0 && storedGeneration == base ->
          storedGeneration = unsaved; isFresh = true; isEnded = false; note = 0; unsaved = 0; base = 0;
          goto unlock
       :: else -> unsaved = 0; base = 0
       fi;
#ifdef WITHOUT_REREAD
       sent = used
#else
       sent = storedGeneration;
       if
       :: isEnded || storedGeneration != used || isFresh -> goto unlock
       :: else -> skip
       fi
#endif
     }
  fi;

#ifndef WITHOUT_NOTE
  if
  OR_CRASH
  :: note = (note < 2 -> note + 1 : note)
  fi;
#endif

send:
  if
  OR_CRASH
  :: atomic {
       assert(sent == storedGeneration);             /* what is sent is what the store has */
       assert(note > 0);                             /* the note is durable before the request */
       assert(!wasSent[sent] || mayBeSpent[sent]);   /* once, unless the first answer is surely lost */
       assert(!mayBeSpent[sent] || isRepeat || note > 1);
       wasSent[sent] = true;
       isWaiting = true;
       wasRevoked = isRevoked
     }
  fi;

  /* The request arrives or not. */
  if
  OR_CRASH
  :: atomic {
       if
       :: isRevoked || sent != serverGeneration -> isRevoked = true; answer = Refused
       :: else -> serverGeneration++; answer = Issued
       fi;
       if
       :: losses < LOSSES -> losses++; answer = Lost
       :: skip
       fi
     }
  :: atomic { losses < LOSSES -> losses++; answer = Lost }
  :: atomic { losses < LOSSES -> losses++; answer = TurnedAway }
  fi;

  if
  OR_CRASH
  :: atomic { answer == Lost && !isRepeat -> mayBeSpent[sent] = true; isRepeat = true; goto send }
  :: atomic { answer == Lost && isRepeat -> mayBeSpent[sent] = true; goto unlock }   /* the note stays */
  :: atomic {
       answer == TurnedAway ->
       isWaiting = false;
       wasSent[sent] = mayBeSpent[sent];
       if
       :: isRepeat -> skip
#ifdef EARLIER_NOTE_DROPPED
       :: else -> note = 0
#else
       :: else -> note = earlier
#endif
       fi;
       goto unlock
     }
  :: atomic {
       answer == Refused ->
       assert(mayBeSpent[sent] || wasRevoked);          /* the server ends no sign-in without a cause */
       assert(earlier > 0 || isRepeat || wasRevoked);   /* and the message names it */
       isEnded = true;
       note = 0;
       isWaiting = false;
       goto unlock
     }
#ifdef USED_BEFORE_SAVED
  :: atomic { answer == Issued -> assert(storedGeneration > sent) }
#endif
  :: atomic {
       answer == Issued && troubles < TROUBLES ->
       troubles++; unsaved = sent + 1; base = sent; mayBeSpent[sent] = true; isWaiting = false;
       goto unlock
     }
  :: atomic { answer == Issued -> storedGeneration = sent + 1; isFresh = true; note = 0; isWaiting = false }
  fi;
  assert(storedGeneration > sent);   /* what is used is durable */

unlock:
  if
  OR_CRASH
  :: atomic { holder == me -> holder = 0 }
  :: holder != me -> skip
  fi;
  goto again;

crashed:
  /* The kernel frees the lock; what was only in memory is gone. */
  atomic {
    if
    :: isWaiting -> mayBeSpent[sent] = true
    :: else -> skip
    fi;
    unsaved = 0;
    base = 0;
    if
    :: holder == me -> holder = 0
    :: else -> skip
    fi
  };
  goto again;

out:
  finished++
}

proctype Time() {
  do
  :: expiries < EXPIRIES -> atomic { expiries++; isFresh = false }
  :: finished == CLIENTS -> break
  od
}

init {
  byte number = 1;
  atomic {
    do
    :: number <= CLIENTS -> run Client(number); number++
    :: else -> break
    od;
    run Time()
  };
  finished == CLIENTS;
  /* A process that comes now has a token that works, or the one honest message. */
  assert(holder == 0);
  assert(isEnded -> isRevoked : true);
  assert(!isRevoked -> storedGeneration == serverGeneration || note > 0 : true);
}
