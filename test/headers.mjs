/**
 * Compares the C functions that the ax host declares for ffi with the headers of the system, by clang's syntax tree:
 * nothing else notices a wrong declaration. `node test/headers.mjs [--clang PATH] [--sources FOLDER] [clang's options]`;
 * the options say where headers are. Ends with 1 if one differs.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = ['ApplicationServices/ApplicationServices.h', 'Carbon/Carbon.h']
  .map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`)
  .join('')
const native = fileURLToPath(new URL('../daemon/platform/ax/host/native', import.meta.url))
/** Of each declared type: how wide it is, and in which registers it goes. */
const declaredClass = { ptr: 'i64', i64: 'i64', i32: 'i32', u32: 'u32', u8: 'u8', f64: 'f64', f32: 'f32', void: 'void' }
const plain = {
  void: 'void',
  float: 'f32',
  double: 'f64',
  _Bool: 'u8',
  bool: 'u8',
  char: 'i8',
  'signed char': 'i8',
  'unsigned char': 'u8',
  short: 'i16',
  'unsigned short': 'u16',
  int: 'i32',
  'unsigned int': 'u32',
  long: 'i64',
  'unsigned long': 'i64',
  'long long': 'i64',
  'unsigned long long': 'i64',
  __builtin_va_list: 'i64',
}

/** What the sources declare: a name, the result, the parameters. */
function declared(folder) {
  const found = new Map()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(folder, file), 'utf8')
    const call =
      /'(_?[A-Z]{2}\w+)',\s*'(ptr|i32|u32|i64|u8|f64|void)'((?:[,\s[\]]|'(?:ptr|i32|u32|i64|u8|f64|f32|callback)')*)\)/g
    for (const [, name, result, params] of text.matchAll(call))
      found.set(`${name} in ${file}`, {
        name,
        result,
        params: [...params.matchAll(/'(\w+)'/g)].map(([, type]) => type),
      })
  }
  return [...found].map(([where, one]) => ({ where, ...one }))
}

/** Top-level declarations, one at a time: the whole tree of the system's headers is too large for one string. */
async function* declarations(clang, options) {
  const args = ['-x', 'c', '-Xclang', '-ast-dump=json', '-fsyntax-only', ...options, '-']
  const child = spawn(clang, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.end(program)
  let lines = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === '    {') lines = []
    lines.push(line)
    if (!/^ {4}\},?$/.test(line)) continue
    yield JSON.parse(lines.join('\n').replace(/,$/, ''))
    lines = []
  }
  const code = await ended
  if (code !== 0) throw new Error(`${clang} ended with ${code}`)
}

async function readHeaders(clang, options, names) {
  const types = new Map()
  const records = new Map()
  const functions = new Map()
  for await (const one of declarations(clang, options)) {
    if (one.kind === 'TypedefDecl') {
      const nameless = one.inner?.[0]?.ownedTagDecl?.id
      if (records.has(nameless)) {
        for (const name of [one.name, `struct ${one.name}`]) records.set(name, records.get(nameless))
      } else types.set(one.name, types.has(nameless) ? types.get(nameless) : one.type.qualType)
    } else if (one.kind === 'EnumDecl')
      types.set(
        one.name === undefined ? one.id : `enum ${one.name}`,
        one.fixedUnderlyingType?.qualType ?? 'unsigned int',
      )
    else if (one.kind === 'RecordDecl' && one.completeDefinition)
      records.set(
        one.name === undefined ? one.id : `struct ${one.name}`,
        (one.inner ?? []).filter(({ kind }) => kind === 'FieldDecl'),
      )
    else if (one.kind === 'FunctionDecl' && names.has(one.name)) functions.set(one.name, one)
  }
  const classesOf = (written) => {
    if (/[*[^]/.test(written)) return ['i64']
    const type = written.replace(/\b(?:const|volatile|_Nullable|_Nonnull|_Null_unspecified|__strong)\b/g, '').trim()
    if (plain[type] !== undefined) return [plain[type]]
    const fields = records.get(type)
    if (fields !== undefined) return fields.flatMap((field) => classesOf(field.type.qualType))
    const under = types.get(type)
    if (under === undefined || under === type) throw new Error(`the headers have no type ${type}`)
    return classesOf(under)
  }
  const signatures = new Map()
  for (const [name, { type, inner = [] }] of functions) {
    const params = inner.filter(({ kind }) => kind === 'ParmVarDecl')
    signatures.set(name, {
      result: classesOf(type.qualType.slice(0, type.qualType.indexOf('('))).join(),
      params: params.flatMap((param) => classesOf(param.type.desugaredQualType ?? param.type.qualType)),
    })
  }
  return signatures
}

const given = process.argv.slice(2)
const taken = (name, otherwise) => {
  const at = given.indexOf(name)
  return at < 0 ? otherwise : given.splice(at, 2)[1]
}
const clang = taken('--clang', 'clang')
const ours = declared(taken('--sources', native))
const headers = await readHeaders(clang, given, new Set(ours.map(({ name }) => name)))
let wrong = 0
let compared = 0
const words = ({ result, params }) => `${result} (${params.join(', ')})`
for (const { where, name, result, params } of ours) {
  const theirs = headers.get(name)
  if (theirs === undefined) {
    console.log(`not in the headers: ${where}`)
    continue
  }
  compared++
  const mine = { result: declaredClass[result], params: params.map((type) => declaredClass[type] ?? 'i64') }
  if (words(mine) === words(theirs)) continue
  wrong++
  console.log(`wrong: ${where} is declared as ${words(mine)}, the headers have ${words(theirs)}`)
}
console.log(`${compared} compared, ${wrong} wrong`)
if (compared === 0 || wrong > 0) process.exitCode = 1
