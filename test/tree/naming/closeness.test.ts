/** Which of the elements that match is meant, and which is not meant by anybody. */
import t from 'tap'
import { row } from '../../../daemon/platform/element/row.ts'
import { Closeness, closenessOf } from '../../../daemon/tree/naming/closeness.ts'

t.test('a text may be the name, words of it, or a part of a word', async (t) => {
  const closeness = (texts: object, ...wanted: string[]) => {
    const node = row({ key: 1, role: 'AXButton', children: [], actions: [], flags: 0, ...texts })
    return closenessOf({ root: 1, size: 1, node: (key) => (key === 1 ? node : undefined) }, node, wanted)
  }
  const cases: readonly (readonly [texts: object, wanted: string, closeness: keyof typeof Closeness])[] = [
    [{ title: 'OK' }, 'ok', 'exact'],
    [{ title: ' Ok ' }, 'OK', 'exact'],
    [{ title: 'Cut cut' }, 'cut', 'exact'],
    [{ title: 'Bookmark' }, 'OK', 'inner'],
    [{ title: 'OK, go on' }, 'OK', 'words'],
    [{ title: 'Save as…' }, 'save', 'words'],
    [{ title: 'Autosave' }, 'save', 'inner'],
    [{ title: '10' }, '1', 'inner'],
    [{ title: 'Größe' }, 'grosse', 'exact'],
    [{ title: '用户登录' }, '登录', 'words'],
    [{ title: 'Go', identifier: 'submitButton' }, 'submit', 'words'],
    [{ title: 'Go', identifier: 'resubmit' }, 'submit', 'inner'],
    [{ description: 'Close', title: 'x' }, 'close', 'exact'],
    [{ title: 'Price', url: 'https://example.com/price-list' }, 'list', 'kind'],
    [{ title: 'Clear' }, 'button', 'kind'],
  ]
  for (const [texts, wanted, word] of cases)
    t.equal(closeness(texts, wanted), Closeness[word], `${JSON.stringify(texts)} asked for by ${wanted}`)
  t.equal(closeness({ title: 'Add to basket' }, 'add', 'asket'), Closeness.inner, 'the worst counts')
  t.equal(closeness({ title: 'Anything' }), Closeness.exact, 'where no text is asked for, all are the same')
})
