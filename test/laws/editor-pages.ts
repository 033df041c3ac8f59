/** Editors whose text is not that of the element which takes their keys. Each has `ready`, `held()` and `reset(text)`. */

/** A text with a caret, which the made ones keep to themselves. */
const model = `
let from = 0, to = 0, whole = ''
const put = (text) => { whole = whole.slice(0, from) + text + whole.slice(to); from = to = from + text.length; draw() }
const back = () => { if (from === to) from = Math.max(0, from - 1); put('') }
const pressed = (event) => {
  const all = (event.ctrlKey || event.metaKey) && event.key === 'a'
  if (all) { from = 0; to = whole.length }
  else if (event.key === 'Enter') put('\\n')
  else if (event.key === 'Delete' || event.key === 'Backspace') back()
  else return
  event.preventDefault()
}
var held = () => whole
var reset = (text) => { whole = text; from = to = text.length; draw() }
`
const box = 'style="position:relative;height:200px;width:600px;overflow:hidden;font:13px monospace"'

export const editorPages: { readonly [name: string]: string } = {
  monaco: `<div id="box" style="height:300px;width:700px"></div>
<script src="/npm/monaco-editor/min/vs/loader.js"></script><script>
  require.config({ paths: { vs: '/npm/monaco-editor/min/vs' } })
  require(['vs/editor/editor.main'], () => {
    const editor = monaco.editor.create(box, { minimap: { enabled: false } })
    held = () => editor.getValue()
    reset = (text) => editor.setValue(text)
    ready = true
  })
</script>`,
  codemirror: `<link rel="stylesheet" href="/npm/codemirror/lib/codemirror.css"><textarea id="box"></textarea>
<script src="/npm/codemirror/lib/codemirror.js"></script><script>
  const editor = CodeMirror.fromTextArea(box, { lineNumbers: true })
  held = () => editor.getValue()
  reset = (text) => editor.setValue(text)
  ready = true
</script>`,
  'a field that nobody sees': `<div ${box}><textarea id="keys" style="position:absolute;opacity:0"></textarea><div id="drawn" style="white-space:pre" aria-hidden="true"></div></div><script>
  const draw = () => { drawn.textContent = whole }
  ${model}
  keys.addEventListener('keydown', pressed)
  keys.addEventListener('input', () => { put(keys.value); keys.value = '' })
  ready = true
</script>`,
  'a field that keeps what was written last': `<div ${box}><textarea id="keys" style="position:absolute;width:1px;height:1px"></textarea><div id="drawn" aria-hidden="true"></div></div><script>
  const draw = () => drawn.replaceChildren(...whole.split('\\n').map((line, at) => {
    const one = document.createElement('div')
    one.style.cssText = 'white-space:pre;line-height:18px;height:18px;padding-left:40px'
    const number = one.appendChild(document.createElement('span'))
    number.textContent = at + 1
    number.style.cssText = 'position:absolute;left:0'
    one.append(line)
    return one
  }))
  ${model}
  keys.addEventListener('keydown', (event) => { keys.value = ''; pressed(event) })
  keys.addEventListener('input', ({ data, inputType }) => put(data ?? keys.value))
  ready = true
</script>`,
  'a context': `<div id="e" role="textbox" aria-multiline="true" aria-label="Context" tabindex="0" style="white-space:pre-wrap;min-height:40px"></div><script>
  const context = new EditContext()
  const draw = () => { context.updateText(0, context.text.length, whole); context.updateSelection(from, to); e.textContent = whole }
  ${model}
  e.editContext = context
  e.addEventListener('keydown', (event) => { pressed(event); context.updateSelection(from, to) })
  context.addEventListener('textupdate', ({ text, updateRangeStart, updateRangeEnd }) => { from = updateRangeStart; to = updateRangeEnd; put(text) })
  ready = true
</script>`,
  'a part that draws its lines in the next frame': `<div id="e" contenteditable="true" style="white-space:pre-wrap;min-height:40px"></div><script>
  var held = () => e.innerText.replace(/\\n$/, '')
  var reset = (text) => { e.textContent = text }
  e.addEventListener('beforeinput', (event) => {
    if (event.inputType !== 'insertParagraph') return
    event.preventDefault()
    requestAnimationFrame(() => document.execCommand('insertLineBreak'))
  })
  ready = true
</script>`,
  'a part that a script makes editable': `<div id="e"></div><script>
  var held = () => e.innerText.replace(/\\n$/, '')
  var reset = (text) => { e.textContent = text }
  requestAnimationFrame(() => {
    e.contentEditable = 'true'
    e.style.cssText = 'white-space:pre-wrap;min-height:40px'
    ready = true
  })
</script>`,
}
