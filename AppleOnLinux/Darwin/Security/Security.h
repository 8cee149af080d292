// Of Apple's frameworks Security and CoreFoundation, what our C sources call, for Scripts/check-apple: nothing is linked.

#include <os/availability.h>
#include <stdint.h>

// https://developer.apple.com/documentation/corefoundation: on each system from its beginning.
typedef const void *CFTypeRef;
typedef signed long CFIndex;
typedef CFIndex CFNumberType;
typedef int32_t OSStatus;
typedef uint8_t UInt8;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const struct __CFNumber *CFNumberRef;
typedef const struct __CFString *CFStringRef;
typedef struct CFDictionaryKeyCallBacks CFDictionaryKeyCallBacks;
typedef struct CFDictionaryValueCallBacks CFDictionaryValueCallBacks;

enum { kCFNumberIntType = 9 };
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;

CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length);
CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType type, const void *value);
CFDictionaryRef CFDictionaryCreate(
    CFAllocatorRef allocator, const void **keys, const void **values, CFIndex count,
    const CFDictionaryKeyCallBacks *keyCallBacks, const CFDictionaryValueCallBacks *valueCallBacks);
void CFRelease(CFTypeRef object);

// https://developer.apple.com/documentation/security/code-signing-services: a Mac alone has it, since 10.6.
typedef struct __SecCode *SecCodeRef;
typedef struct __SecRequirement *SecRequirementRef;
typedef uint32_t SecCSFlags;

enum { errSecSuccess = 0, kSecCSDefaultFlags = 0 };
extern const CFStringRef kSecGuestAttributePid API_AVAILABLE(macos(10.6)) API_UNAVAILABLE(ios, tvos, watchos);
// https://developer.apple.com/documentation/security/ksecguestattributeaudit
extern const CFStringRef kSecGuestAttributeAudit API_AVAILABLE(macos(10.12)) API_UNAVAILABLE(ios, tvos, watchos);

// https://developer.apple.com/documentation/security/seccodecopyguestwithattributes(_:_:_:_:)
OSStatus SecCodeCopyGuestWithAttributes(
    SecCodeRef host, CFDictionaryRef attributes, SecCSFlags flags, SecCodeRef *guest)
    API_AVAILABLE(macos(10.6)) API_UNAVAILABLE(ios, tvos, watchos);
// https://developer.apple.com/documentation/security/seccodecheckvalidity(_:_:_:)
OSStatus SecCodeCheckValidity(SecCodeRef code, SecCSFlags flags, SecRequirementRef requirement)
    API_AVAILABLE(macos(10.6)) API_UNAVAILABLE(ios, tvos, watchos);
