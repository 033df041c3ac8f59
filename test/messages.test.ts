/** All that errors say, read from the sources: `IX_MESSAGES=FILE npm test -- test/messages.test.ts` writes it down for reading. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { seamsIn } from './fixtures/sentences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Message {
  readonly at: string
  readonly text: string
}

/** Stiff ways of saying things, and how one would say them aloud. */
const stiff: readonly (readonly [RegExp, string])[] = [
  [/\bis to be\b|\bare to be\b/, 'must be'],
  [/; [^;.]*\b(?:is|are) none\b/, 'not "x"'],
  [
    /(?<!There )\bis no (?:type|number|role|field|method|action|scope|file|folder)\b/,
    'unknown type "x"; must be a number',
  ],
  [/\btakes \S+ alone\b|\bfrom a person alone\b|\bsocket alone\b/, 'accepts only'],
  [/\bnobody else\b/, 'no other user'],
]

function filesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true }).map(String)
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
}

/** A text as a reader sees it, with … for what is put in; undefined where it is put together elsewhere. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}

const spoken = new Set(['message', 'hint', 'remedy'])

/** Messages and hints wherever they are given by name, and what UsageErrors say. */
function messagesIn(path: string): Message[] {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Message[] = []
  const take = (node: ts.Node | undefined) => {
    if (node === undefined) return
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].forEach(take)
    if (ts.isArrayLiteralExpression(node)) return node.elements.forEach(take)
    const text = textOf(node)
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    if (text !== undefined && text !== '') found.push({ at: `${path}:${line + 1}`, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'message') take(node.initializer)
    if (ts.isPropertyAssignment(node) && spoken.has(node.name.getText())) take(node.initializer)
    if (ts.isNewExpression(node) && node.expression.getText() === 'UsageError') take(node.arguments?.[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

t.test('what errors say', async (t) => {
  const messages = ['api-schema', 'clients', 'daemon'].flatMap(filesIn).flatMap(messagesIn)
  const file = process.env.IX_MESSAGES
  if (file !== undefined) writeFileSync(file, messages.map(({ at, text }) => `${at}\n  ${text}\n`).join(''))
  t.ok(messages.length > 200, `${messages.length} messages and hints`)
  for (const { at, text } of messages) {
    t.match(text, /[.!?:…)}"`\w\]>]$/, `${at}: it ends: ${text}`)
    t.notMatch(text, /\s$|\s\s|^\s/, `${at}: no loose blanks`)
    t.notMatch(
      text,
      /\b(?:daemon|clients|api-schema)\/[\w/-]+\.[jt]s\b|node_modules/,
      `${at}: no file of the program's own`,
    )
    for (const [pattern, better] of stiff) t.notMatch(text, pattern, `${at}: say ${better}: ${text}`)
  }
})

t.test('what texts are put together from', async (t) => {
  const { joined, faults } = seamsIn(root, 'daemon')
  t.ok(joined > 500, `${joined} texts with something put in`)
  for (const { at, fault, text } of faults) t.fail(`${at}: ${fault}: ${text}`)
})
