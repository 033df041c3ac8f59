/** Generated pages with more than fits into one answer. */

const times = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at)).join('\n')

/** Lists, tables, keys and paragraphs, under headings, in named parts and in none. */
export function longPage(): string {
  const sections = times(
    8,
    (at) => `<h2>Part ${at}</h2><p>${'Some words that nobody can press. '.repeat(20)}</p>
<ul>${times(15 + at * 12, (item) => `<li><a href="#${at}-${item}">Entry ${at}.${item}</a></li>`)}</ul>
<button ${at % 2 === 0 ? 'disabled' : ''}>Save part ${at}</button>`,
  )
  const rows = times(90, (at) => `<tr><td>Row ${at}<td><button>Edit</button><td><button>Delete</button></tr>`)
  const dull = times(57, (at) => `<tr><td>${at}<td>Nothing to press</tr>`)
  return `<!doctype html><title>Long</title><nav aria-label="Main">${times(30, (at) => `<a href="#n${at}">Way ${at}</a>`)}</nav>
<div role="group" aria-label="Keys">${times(60, (at) => `<button>${at}</button>`)}</div>
${sections}<table aria-label="People">${rows}</table><table>${dull}</table><footer><button>Last of all</button></footer>`
}

/** Things to use within things to use. */
export function nestedPage(): string {
  const item = (depth: number, name: string): string =>
    `<li role="treeitem" tabindex="-1" aria-expanded="true" aria-label="Item ${name}">Item ${name}
${depth === 0 ? '' : `<ul role="group">${times(3, (at) => item(depth - 1, `${name}.${at}`))}</ul>`}</li>`
  return `<!doctype html><title>Nested</title><ul role="tree" aria-label="Files">${times(4, (at) => item(3, `${at}`))}</ul>`
}
