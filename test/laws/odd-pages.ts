/** Pages of kinds that programs that read pages stumble over. */
import type { Answer, Site } from '../fixtures/daemon/serve.ts'

const filled = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')
const page = (title: string, body: string) => `<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`
const plain = (type: string, text: string): Answer => {
  return (_, response) => {
    response.setHeader('Content-Type', type)
    response.end(text)
  }
}

/** The smallest document of its kind: one empty page. */
const pdf = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>`

/** By path. `other` is the origin of another site on the same server. */
export function oddPages(other: () => string): NonNullable<Site['pages']> {
  const framed =
    (path: string): Answer =>
    () =>
      page('Framed', `<button>Out</button><iframe title="In" src="${other()}${path}"></iframe>`)
  return {
    '/usual': page(
      'Usual',
      `<h1>Usual</h1><button onclick="this.textContent += '!'">Go</button><input aria-label="Name"><select aria-label="Size"><option>S<option>M</select><label><input type="checkbox">On</label><a href="#x">Link</a>`,
    ),
    '/empty': '',
    '/no-title': '<button>Go</button>',
    '/deep': page('Deep', `${'<div>'.repeat(600)}<button>Go</button>`),
    '/wide': page('Wide', `<main>${filled(3000, (at) => `<button>Go ${at}</button>`)}</main>`),
    '/long-text': page('x'.repeat(100_000), `<p>${'word '.repeat(100_000)}</p><button>Go</button>`),
    '/busy': page(
      'Busy',
      '<button>Go</button><script>setInterval(() => { const end = Date.now() + 80; while (Date.now() < end); }, 100)</script>',
    ),
    '/restless': page(
      'Restless',
      '<p id="p"></p><button>Go</button><script>(function run() { p.textContent = performance.now(); requestAnimationFrame(run) })()</script>',
    ),
    '/asks': page(
      'Asks',
      '<button onclick="alert(1)">Go</button><input oninput="confirm(this.value)" aria-label="Name"><a href="/usual" onclick="return prompt(2) !== null">Link</a>',
    ),
    '/asks-to-leave': page(
      'Stay',
      '<input aria-label="Name"><button>Go</button><script>onbeforeunload = (event) => event.preventDefault()</script>',
    ),
    '/goes-away': page(
      'Going',
      `<button>Go</button><script>setTimeout(() => { location.href = '/usual' }, 150)</script>`,
    ),
    '/comes-again': page('Again', '<button>Go</button><meta http-equiv="refresh" content="1">'),
    '/opens': page('Opens', `<button onclick="open('/usual')">Go</button><a target="_blank" href="/empty">Link</a>`),
    '/framed': framed('/framed-again'),
    '/framed-again': framed('/usual'),
    '/framed-pdf': framed('/document.pdf'),
    '/closed': page(
      'Closed',
      `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Go</button><input aria-label="Name">'</script>`,
    ),
    '/canvas': page('Canvas', '<canvas width="300" height="200" tabindex="0"></canvas>'),
    '/rewrites': page(
      'Rewrites',
      `<div id="d"></div><script>setInterval(() => { d.innerHTML = '<button>Go</button><input aria-label="Name">' }, 30)</script>`,
    ),
    '/very-deep': page('Very deep', `${'<div>'.repeat(5000)}<button>Go</button>`),
    '/many-frames': page(
      'Frames',
      filled(100, (at) => `<iframe title="F${at}" srcdoc="<button>Go</button>"></iframe>`),
    ),
    '/loses-frames': page(
      'Loses frames',
      `<button>Go</button><div id="d"></div><script>setInterval(() => { d.innerHTML = '<iframe srcdoc="<button>Go</button><input aria-label=Name>"></iframe>' }, 60)</script>`,
    ),
    '/opens-anew': page(
      'Opens anew',
      `<button onclick="document.open(); document.write('<title>New</title><button onclick=location.reload()>Go</button>'); document.close()">Go</button><input aria-label="Name">`,
    ),
    '/closes': page(
      'Closes',
      `<button onclick="open('/closes-itself')">Go</button><input aria-label="Name" oninput="open('/closes-itself')">`,
    ),
    '/closes-itself': page('Closing', '<button onclick="close()">Go</button><script>setTimeout(close, 100)</script>'),
    '/leaves': page(
      'Leaves',
      `<button onmousedown="location.href = '/usual'">Go</button><input aria-label="Name" onkeydown="location.reload()"><select aria-label="Size" onchange="history.pushState(0, 0, '?' + this.value)"><option>S<option>M</select>`,
    ),
    '/embeds': page(
      'Embeds',
      '<object data="/usual" type="text/html" aria-label="Object"></object><embed src="/document.pdf" type="application/pdf"><object data="/drawing.svg"></object><math><mi>x</mi><mo>=</mo><mn>7</mn></math><svg tabindex="0" role="button" aria-label="Go"><rect width="9" height="9"></rect></svg>',
    ),
    '/layers': page(
      'Layers',
      '<style>#t { transform: rotate3d(1, 1, 0, 60deg) } #z { zoom: 3 } #s { position: sticky; top: 0 } iframe { transform: scale(.4) }</style><div id="s"><button>Above</button></div><button popovertarget="p">Go</button><div id="p" popover><input aria-label="Name"></div><dialog id="d"><button>Go</button></dialog><button onclick="d.showModal()">Open</button><div inert><button>Inert</button></div><div style="display:contents" role="button" tabindex="0">Contents</div><div hidden="until-found"><button>Found</button></div><div style="content-visibility:auto;contain-intrinsic-size:1px 900px"><button>Auto</button></div><div id="t"><button>Turned</button></div><div id="z"><button>Large</button></div><button style="pointer-events:none">None</button><iframe title="Small" srcdoc="<button>Go</button>"></iframe>',
    ),
    '/owns-in-circles': page(
      'Owns',
      `<div id="a" role="tree" aria-owns="b" aria-activedescendant="c"><div id="b" role="treeitem" aria-owns="a c">Go</div></div><div id="c" role="treeitem" aria-owns="b" aria-labelledby="c a b" aria-controls="c">Link</div><button role="presentation">Go</button><label>Name <span><input><input></span></label><x-own>Go</x-own><script>customElements.define('x-own', class extends HTMLElement { static formAssociated = true; constructor() { super(); const own = this.attachInternals(); own.role = 'checkbox'; own.ariaChecked = 'mixed'; this.tabIndex = 0 } })</script>`,
    ),
    '/changes-views': page(
      'Views',
      `<button onclick="document.startViewTransition(() => { this.textContent += '!' })">Go</button><input aria-label="Name" oninput="document.startViewTransition(() => { title.textContent = this.value })"><p id="title"></p>`,
    ),
    '/right-to-left':
      '<!doctype html><html dir="rtl"><meta charset="utf-8"><title>ימין</title><button>המשך</button><input aria-label="שם">',
    '/odd-names': page(
      'Odd',
      `<button aria-label="&#x202e;Go&#0;&#x1b;[31m">Go</button><input aria-label="${'\n'}Name" value="&#xD800;"><svg><a href="#"><text>Link</text></a></svg>`,
    ),
    '/breaks-names': page(
      'Breaks',
      '<script>Array.prototype.map = () => { throw 1 }; JSON.stringify = () => "{"; Element.prototype.getBoundingClientRect = null; Object.prototype.then = 1</script><button>Go</button><input aria-label="Name">',
    ),
    '/drawing.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><title>Drawing</title><a href="#"><text y="20">Go</text></a></svg>',
    '/data.json': '{"go": 1}',
    '/document.pdf': plain('application/pdf', pdf),
    '/frames': plain('text/html', '<frameset cols="50%,50%"><frame src="/usual"><frame src="/empty"></frameset>'),
    '/download': (_, response) => {
      response.setHeader('Content-Disposition', 'attachment; filename="go.txt"')
      response.end('go')
    },
    '/never': () => {},
    '/breaks-off': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '5000' })
      response.write('<title>Half</title><button>Go</button>')
      setTimeout(() => response.destroy(), 50)
    },
    '/error': (_, response) => {
      response.statusCode = 500
      response.end()
    },
  }
}
