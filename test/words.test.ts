/** Comments and strings of the daemon use words that one would say aloud. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import ts from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Words nobody says aloud, and what to say. `beside.ts` and the like are file names. */
const stiff: readonly (readonly [RegExp, string])[] = [
  [/\btold\b/i, 'reported, shown or said'],
  [/\banew\b/i, 'again'],
  [/\bof late\b/i, 'recently'],
  [/\bsurely\b/i, 'definitely, or leave it out'],
  [/\bbeside\b(?!\.ts)/i, 'next to, or besides'],
  [/\bof which\b/i, 'whose, or two sentences'],
  [/\bso many\b/i, 'the number, or this many'],
]

interface Found {
  readonly at: string
  readonly text: string
}

/** Comments, strings and the fixed parts of templates, but neither the paths of imports nor the names of kinds. */
function textsIn(path: string): Found[] {
  const text = readFileSync(join(root, path), 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const take = (start: number, words: string) => {
    found.push({ at: `${path}:${source.getLineAndCharacterOfPosition(start).line + 1}`, text: words })
  }
  const comments = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (!comments.has(pos)) take(pos, text.slice(pos, end).replace(/\n\s*\*\s?/g, ' '))
      comments.add(pos)
    }
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && !/^\w+$/.test(node.text)) take(node.getStart(), node.text)
    for (const child of node.getChildren()) visit(child)
  }
  visit(source)
  return found
}

t.test('words that one would say aloud', async (t) => {
  const files = readdirSync(join(root, 'daemon'), { recursive: true })
    .map((name) => join('daemon', String(name)))
    .filter((name) => /\.tsx?$/.test(name))
  for (const path of files)
    for (const { at, text } of textsIn(path))
      for (const [word, better] of stiff) if (word.test(text)) t.fail(`${at}: say ${better}: ${text}`)
  t.ok(files.length > 200)
  t.comment(`${files.length} files of daemon/ read`)
})
