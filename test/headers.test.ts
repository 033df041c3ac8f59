/** The comparison of declared C functions with headers, over headers of our own where there is no Mac. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const script = fileURLToPath(new URL('headers.mjs', import.meta.url))
const native = fileURLToPath(new URL('../daemon/platform/ax/host/native', import.meta.url))
const clang = process.env.IX_CLANG ?? 'clang'
const skip = spawnSync(clang, ['--version']).status === 0 ? false : 'needs clang: install it, or name it by IX_CLANG'

/** As Apple's are, of the functions that show each kind of type. */
const headers = `
typedef const void *CFTypeRef; typedef const struct __CFString *CFStringRef; typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFAllocator *CFAllocatorRef; typedef unsigned char Boolean; typedef long CFIndex;
typedef unsigned long CFHashCode; typedef unsigned int UInt32; typedef UInt32 CFStringEncoding; typedef signed int SInt32;
typedef struct { CFIndex location; CFIndex length; } CFRange; typedef enum { kRight, kLeft } CGMouseButton;
typedef double CGFloat; struct CGPoint { CGFloat x; CGFloat y; }; typedef struct CGPoint CGPoint;
typedef SInt32 AXError; typedef const struct __AXUIElement *AXUIElementRef; typedef int pid_t;
typedef struct __CGEvent *CGEventRef; typedef struct __CGEventSource *CGEventSourceRef;
enum CGEventType : UInt32 { kCGEventNull = 0 }; typedef enum CGEventType CGEventType;
typedef unsigned long long CGEventFlags; typedef double CFTimeInterval; typedef CFStringRef CFRunLoopMode;
CFTypeRef CFRetain(CFTypeRef cf); void CFRelease(CFTypeRef cf); Boolean CFEqual(CFTypeRef a, CFTypeRef b); CFHashCode CFHash(CFTypeRef cf);
Boolean CFStringGetCString(CFStringRef s, char *buffer, CFIndex size, CFStringEncoding encoding);
void CFArrayGetValues(CFArrayRef array, CFRange range, const void **values);
SInt32 CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfter);
AXError AXUIElementCopyElementAtPosition(AXUIElementRef application, float x, float y, AXUIElementRef *element);
AXError AXUIElementGetPid(AXUIElementRef element, pid_t *pid);
AXError AXUIElementSetMessagingTimeout(AXUIElementRef element, float seconds);
CGEventRef CGEventCreateMouseEvent(CGEventSourceRef source, CGEventType type, CGPoint at, CGMouseButton button);
void CGEventSetFlags(CGEventRef event, CGEventFlags flags);
`
t.test('a wrong declaration is found', { skip }, (t) => {
  const folder = t.testdir({ include: { ApplicationServices: { 'ApplicationServices.h': headers } }, native: {} })
  cpSync(native, join(folder, 'native'), { recursive: true })
  const run = () =>
    spawnSync(
      process.execPath,
      [script, '--clang', clang, '--sources', join(folder, 'native'), '-isystem', join(folder, 'include')],
      { encoding: 'utf8' },
    )
  const right = run()
  t.match(right.stdout, /^(?:1[2-9]) compared, 0 wrong$/m, right.stdout + right.stderr)
  t.equal(right.status, 0)
  const mistakes = [
    [
      'ax-calls.ts',
      "'AXUIElementCopyElementAtPosition', 'i32', 'ptr', 'f32'",
      "'AXUIElementCopyElementAtPosition', 'i32', 'ptr', 'f64'",
    ],
    ['cf.ts', "'CFArrayGetValues', 'void', 'ptr', 'i64', 'i64'", "'CFArrayGetValues', 'void', 'ptr', 'i64'"],
    ['cf.ts', "'CFEqual', 'u8'", "'CFEqual', 'i32'"],
    ['input.ts', "'CGEventSetFlags', 'void', ['ptr', 'i64']", "'CGEventSetFlags', 'void', ['ptr', 'u32']"],
  ] as const
  for (const [file, from, to] of mistakes) {
    const path = join(folder, 'native', file)
    const text = readFileSync(path, 'utf8')
    t.ok(text.includes(from), `${file} has ${from}`)
    writeFileSync(path, text.replace(from, to))
    const { status, stdout } = run()
    const [, name] = /'(\w+)'/.exec(from) ?? []
    t.match(stdout, new RegExp(`wrong: ${name} in ${file}`), stdout)
    t.equal(status, 1)
    writeFileSync(path, text)
  }
  t.end()
})
