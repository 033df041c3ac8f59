/** A page of things that can be used, each in a way of its own. */

const inputs = [
  'text',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'color',
  'range',
  'file',
  'search',
  'email',
  'tel',
  'url',
  'password',
  'checkbox',
  'radio',
  'image',
  'reset',
  'submit',
  'button',
]
const docRoles = ['doc-backlink', 'doc-biblioref', 'doc-glossref', 'doc-noteref']
const events = [
  'mouseenter',
  'mouseover',
  'mousemove',
  'pointerenter',
  'keydown',
  'keyup',
  'dragstart',
  'drop',
  'touchstart',
  'contextmenu',
  'dblclick',
  'mousedown',
  'pointerdown',
]
const tags = ['div', 'span', 'p', 'li', 'td', 'b', 'img', 'section', 'custom-one']

/** Of a drawing. */
const shapes = [
  (on: string) => `<g ${on}><rect width=30 height=20 /></g>`,
  (on: string) => `<path ${on} d="M0 0H30V20H0Z" />`,
  (on: string) => `<rect ${on} width=30 height=20 />`,
  (on: string) => `<circle ${on} cx=15 cy=10 r=10 />`,
  (on: string) => `<image ${on} width=30 height=20 href="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />`,
]

const inner = (tag: string, what: string) =>
  tag === 'img'
    ? `<img ${what} src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20>`
    : tag === 'td'
      ? `<table><tr><td ${what}>Cell</table>`
      : `<${tag} ${what}>Some ${tag}</${tag}>`

export const usePage = `<!doctype html><title>Ways to use</title>
<style>.box { width: 30px; height: 20px } .hand { cursor: pointer }</style>
${inputs.map((type) => `<input type=${type} value="">`).join('\n')}
<textarea></textarea><select><option>One</select><select multiple><option>One<option>Two</select>
<select multiple disabled><option>One</select><details><summary>More</summary>x</details>
<div role="spinbutton" tabindex="0" aria-label="Count" aria-valuenow="3"></div>
${docRoles.map((role) => `<a href="#x" role="${role}">${role}</a>`).join('\n')}
${tags.map((tag) => inner(tag, 'tabindex=0')).join('\n')}
${tags.map((tag) => inner(tag, 'class=hand')).join('\n')}
<div tabindex="0" class="box"></div><div tabindex="0" aria-label="Named" class="box"></div>
<span tabindex="0"><b>in</b> <i>parts</i></span>
<div class="box hand"></div>
<table role="grid"><tr><td role="gridcell" tabindex="0">1</td><td role="gridcell" tabindex="-1">2</td><td role="gridcell" tabindex="-1"></td></tr></table>
<div draggable="true">Drag me</div>
<div contenteditable>Write</div>
<video controls width=200 height=60></video>
<svg width=40 height=20><a href="#y"><text y=15>svg link</text></a></svg>
<canvas class="on" data-on="keydown" tabindex="0" width=20 height=20></canvas>
<map name=m><area href="#z" shape=rect coords="0,0,20,20" alt="Area"></map><img usemap="#m" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20 alt="Map">
<div role="combobox" tabindex="-1" aria-expanded="false"><ul><li><input type="search"></ul></div>
<div role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox"><div role="listbox">
<div role="option" aria-selected="true">Chosen <button>Remove</button></div></div></div>
<div role="tree"><div role="none"><i role="presentation" class="box hand" style="display: block"></i><a href="#t" role="treeitem">Node</a></div></div>
${events.map((event) => tags.map((tag) => inner(tag, `class=on data-on=${event}`)).join('')).join('\n')}
${events.map((event) => `<div class="on box" data-on=${event}></div>`).join('\n')}
${events.flatMap((event) => shapes.map((shape) => `<svg width=40 height=20>${shape(`class=on data-on=${event}`)}</svg>`)).join('\n')}
<script>for (const one of document.querySelectorAll('.on')) one.addEventListener(one.dataset.on, () => {})</script>`

/** Above what was once a bound for asking after cursors. */
export const longPage = `<!doctype html><title>Long</title><style>.hand { cursor: pointer }</style>
${'<p><b>One</b> more line</p>'.repeat(9000)}<div class=hand>Far down</div>`
