/**
 * Source text of the functions that tell whether an element can be seen and what stands in the way; they run in the
 * daemon's isolated world. Both look as far as their document and the frames of the same origin around it.
 */
import { shared } from './page-scripts.ts'

/** What both have in common: what of a document's viewport a frame shows, and words for an element. */
const common = `${shared}
  const styleOf = (at) => at.ownerDocument.defaultView.getComputedStyle(at)
  const brief = (text, most) => (text.length > most ? text.slice(0, most - 1) + '…' : text)
  // By attributes: in a form, fields called \`id\` or \`hidden\` stand in the place of its properties.
  const describe = (at) => {
    const id = at.getAttribute('id')
    const classes = (at.getAttribute('class') || '').split(/\\s+/).filter(Boolean).slice(0, 2)
    return brief([at.localName, id ? '#' + id : '', ...classes.map((name) => '.' + name)].join(''), 60)
  }
  /** Where a frame's content lies in the viewport around: its origin there, and a scale. */
  const placingOf = (frame) => {
    const box = frame.getBoundingClientRect()
    const style = styleOf(frame)
    const sx = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1
    const sy = frame.offsetHeight > 0 ? box.height / frame.offsetHeight : 1
    return {
      x: box.x + (frame.clientLeft + parseFloat(style.paddingLeft)) * sx,
      y: box.y + (frame.clientTop + parseFloat(style.paddingTop)) * sy,
      sx,
      sy,
    }
  }
  const outward = ({ x, y, width, height }, p) => ({ x: p.x + x * p.sx, y: p.y + y * p.sy, width: width * p.sx, height: height * p.sy })
  const meet = (a, b) => {
    const x = Math.max(a.x, b.x)
    const y = Math.max(a.y, b.y)
    const width = Math.min(a.x + a.width, b.x + b.width) - x
    const height = Math.min(a.y + a.height, b.y + b.height) - y
    return width > 0 && height > 0 ? [{ x, y, width, height }] : []
  }
  const areaOf = (boxes) => boxes.reduce((sum, box) => sum + box.width * box.height, 0)`

/**
 * Called with the part of the outermost document's viewport that can be seen, `null` for all of it; with `content`
 * what is asked about is what a frame shows. Answers `[facts, clippedBy, hiddenBy]`, see `Sight`.
 */
export const sightScript = `function ({ pane: window, content }) {${common}
  if (!this.isConnected) return [JSON.stringify({ gone: true }), null, null]
  const standIn = (at) => {
    const select = (at.localName === 'option' || at.localName === 'optgroup') && at.closest('select')
    if (select && !select.multiple && select.size < 2) return select
    const map = at.localName === 'area' && at.closest('map')
    const picture = map && [...at.getRootNode().querySelectorAll('img[usemap]')].find((one) => one.useMap === '#' + map.name)
    return picture || (at.parentElement && at.parentElement.closest('canvas')) || at
  }
  const self = elementOf(this)
  const element = standIn(self)
  const chain = chainOf(element)
  const outermost = chain.at(-1).ownerDocument.defaultView

  const isClosedDetails = (at, child) => at.localName === 'details' && !at.open && child !== [...at.children].find((one) => one.localName === 'summary')
  const displayWord = (at) =>
    at.localName === 'dialog' && !at.open ? 'dialog closed'
    : at.hasAttribute('popover') && !at.matches(':popover-open') ? 'popover closed'
    : at.hasAttribute('hidden') ? 'hidden attribute'
    : 'display:none'
  /** Outermost first: what is to be opened before anything in it can be. */
  const whyNotRendered = () => {
    for (let index = chain.length - 1; index >= 0; index--) {
      const at = chain[index]
      const style = styleOf(at)
      if (style.display === 'none') return [displayWord(at), at]
      if (index === 0) break
      if (isClosedDetails(at, chain[index - 1])) return ['details closed', at]
      if (style.contentVisibility === 'hidden') return [at.hasAttribute('hidden') ? 'hidden attribute' : 'content-visibility:hidden', at]
    }
    return undefined
  }
  const last = (holds) => {
    let found = element
    for (const at of chain.slice(1)) {
      if (!holds(at)) break
      found = at
    }
    return found
  }
  const whyUnseen = () => {
    const { visibility } = styleOf(element)
    if (visibility !== 'visible') return ['visibility:' + visibility, last((at) => styleOf(at).visibility === visibility)]
    const clear = chain.findLast((at) => parseFloat(styleOf(at).opacity) < 0.01)
    return clear && ['opacity:0', clear]
  }

  // What has no box of its own is where its contents are.
  const boxesIn = (node) => {
    const range = node.ownerDocument.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  }
  const filled = (rects) => rects.filter(({ width, height }) => width * height > 1).slice(0, 50)
  const isText = this.nodeType === 3
  const own = isText ? [] : filled([...element.getClientRects()])
  const placing = content ? placingOf(element) : undefined
  const boxes = content
    ? own.length === 0 ? [] : [{ x: placing.x, y: placing.y, width: element.clientWidth * placing.sx, height: element.clientHeight * placing.sy }]
    : own.length > 0 ? own : filled(boxesIn(isText ? this : element))

  const isOnTop = (at) => at.matches(':modal, :popover-open, :fullscreen')
  const holdsFixed = (style) =>
    [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter, style.backdropFilter].some((word) => word && word !== 'none') ||
    /paint|layout|strict|content/.test(style.contain) || /transform|filter|perspective/.test(style.willChange)
  const isNothing = /^(inset\\((50%|100%)|circle\\(0(px|%)?[ )]|polygon\\((0(px|%)? 0(px|%)?(, )?)+\\))/
  /** What an element lets be seen of what is in it (of itself too where it is \`at\`). */
  const paneOf = (at, style, isSelf) => {
    const none = { x: 0, y: 0, width: 0, height: 0 }
    if (isNothing.test(style.clipPath)) return none
    const cut = /^rect\\(([^)]*)\\)/.exec(style.clip)
    const [top, right, bottom, left] = cut ? cut[1].split(/,? +/).map(parseFloat) : []
    if (cut && (right - left <= 0 || bottom - top <= 0)) return none
    if (isSelf || style.display === 'inline' || style.display === 'contents' || at.ownerSVGElement) return undefined
    const all = /paint|strict|content/.test(style.contain)
    const across = all || style.overflowX !== 'visible'
    const down = all || style.overflowY !== 'visible'
    if (!across && !down) return undefined
    const box = at.getBoundingClientRect()
    const sx = at.offsetWidth > 0 ? box.width / at.offsetWidth : 1
    const sy = at.offsetHeight > 0 ? box.height / at.offsetHeight : 1
    const far = 1e7
    return {
      x: across ? box.x + at.clientLeft * sx : -far,
      width: across ? at.clientWidth * sx : 2 * far,
      y: down ? box.y + at.clientTop * sy : -far,
      height: down ? at.clientHeight * sy : 2 * far,
    }
  }
  const isViewports = (at, style) => {
    const { documentElement, body } = at.ownerDocument
    return at === documentElement || (at === body && styleOf(documentElement).overflowX === 'visible')
  }

  let shown = boxes
  let clip
  let fixed = false
  /** Page pixels of the element in a square pixel of the outermost document. */
  let scale = 1
  const whole = areaOf(boxes)
  const cutBy = (at, pane) => {
    const before = areaOf(shown)
    shown = shown.flatMap((box) => meet(box, pane))
    const lost = before - areaOf(shown)
    if (lost > before * 0.005 && (!clip || lost > clip.lost)) clip = { at, lost }
  }
  /** Clips by the ancestors in one document whose boxes hold it. */
  const clipWithin = (from) => {
    let { position } = styleOf(from)
    const self = paneOf(from, styleOf(from), from !== element || own.length > 0)
    if (self && !isViewports(from)) cutBy(from, self)
    for (let at = from, top = isOnTop(from); !top && shown.length > 0; ) {
      const parent = parentOf(at)
      if (!parent || parent.ownerDocument !== from.ownerDocument) break
      at = parent
      const style = styleOf(at)
      if (position === 'fixed' && !holdsFixed(style)) continue
      if (position === 'absolute' && style.position === 'static' && !holdsFixed(style)) continue
      const pane = isViewports(at) ? undefined : paneOf(at, style, false)
      if (pane) cutBy(at, pane)
      position = style.position
      top = isOnTop(at)
    }
    return position === 'fixed'
  }
  const viewportOf = (home) => {
    const { clientWidth: width, clientHeight: height } = home.compatMode === 'BackCompat' && home.body ? home.body : home.documentElement
    return { x: 0, y: 0, width, height }
  }
  /** Is some of it where scrolling gets to? */
  const isInReach = (home, boxes) => {
    const scroller = home.scrollingElement || home.documentElement
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth } = scroller
    const isRtl = styleOf(scroller).direction === 'rtl'
    const room = { x: (isRtl ? clientWidth - scrollWidth : 0) - scrollLeft, y: -scrollTop, width: scrollWidth, height: scrollHeight }
    return boxes.some((box) => meet(box, room).length > 0)
  }

  let reason
  let by
  const refuse = (found) => {
    if (!found || reason) return
    reason = found[0]
    by = found[1]
  }
  refuse(whyNotRendered())
  refuse(whyUnseen())
  if (!reason && boxes.length === 0) {
    const isFlat = (at) => {
      const { width, height } = at.getBoundingClientRect()
      return at.offsetWidth > 0 && at.offsetHeight > 0 && (width === 0 || height === 0)
    }
    refuse([element.checkVisibility() ? 'zero size' : 'not rendered', isFlat(element) ? last(isFlat) : element])
  }

  for (let from = element; !reason; ) {
    const home = from.ownerDocument
    const before = shown
    fixed = clipWithin(from)
    if (shown.length === 0 || (areaOf(shown) <= 1 && areaOf(before) > 4)) {
      const { width, height } = clip.at.getBoundingClientRect()
      if (isNothing.test(styleOf(clip.at).clipPath) || /^rect/.test(styleOf(clip.at).clip)) refuse(['clip', clip.at])
      else if (width * height <= 1 || clip.at.clientWidth * clip.at.clientHeight === 0) refuse(['zero size', clip.at])
      break
    }
    const view = viewportOf(home)
    const inView = shown.flatMap((box) => meet(box, view))
    if (inView.length === 0 && (fixed || !isInReach(home, shown))) {
      const away = (at) => {
        const box = at.getBoundingClientRect()
        return at.ownerDocument === home && box.width > 0 && box.height > 0 && meet(box, view).length === 0 && (fixed || !isInReach(home, [box]))
      }
      refuse(['off-screen', from === element ? last(away) : from])
      break
    }
    const frame = frameOf(home.documentElement)
    if (!frame) {
      shown = window ? inView.flatMap((box) => meet(box, window)) : inView
      break
    }
    if (inView.length < shown.length || areaOf(inView) < areaOf(shown) * 0.995) cutBy(frame, view)
    const p = placingOf(frame)
    shown = inView.map((box) => outward(box, p))
    scale /= p.sx * p.sy
    if (shown.length === 0) break
    from = frame
  }

  const isOutermost = outermost.parent === outermost
  const modalOf = (home) => {
    if (chain.some((at) => at.ownerDocument === home && at.matches(':modal'))) return undefined
    const inner = home === self.ownerDocument ? [...self.getRootNode().querySelectorAll(':modal')] : []
    return inner.at(-1) || [...home.querySelectorAll(':modal')].at(-1)
  }
  const homes = [...new Set(chain.map((at) => at.ownerDocument))]
  const modal = homes.map(modalOf).find(Boolean)
  const inert = chain.findLast((at) => at.hasAttribute('inert'))
  const unheard = chain.findLast((at) => at.getAttribute('aria-hidden') === 'true')
  const note = modal ? ['modal dialog', modal] : inert ? ['inert', inert] : unheard ? ['aria-hidden', unheard] : []
  const labels = labelsOf(self)
  const hider = reason ? by : note[1]
  const facts = {
    name: describe(self),
    ...(reason && { hidden: reason }),
    ...(!reason && note[0] && { note: note[0] }),
    ...(hider && hider !== self && { hider: describe(hider) }),
    whole,
    shown: reason ? [] : shown,
    area: reason ? 0 : areaOf(shown) * scale,
    ...(clip && { clip: describe(clip.at) }),
    isOutermost,
    isPressable: !inert && !modal && styleOf(element).pointerEvents !== 'none',
    ...(placing && { placing }),
    ...(reason && labels.some((label) => label.getBoundingClientRect().width > 0) && { hasLabel: true }),
    ...((homes.length > 1 || !isOutermost) && { frame: self.ownerDocument.URL }),
  }
  return [JSON.stringify(facts), clip ? clip.at : null, hider && hider !== self ? hider : null]
}`

/** Is what was met a part of the element, its label, or what it is in? Then it does not cover it. */
const covering = `${common}
  const element = elementOf(this)
  const own = chainOf(element)
  const labels = labelsOf(element)
  // The content of a slot in a closed shadow root does not tell its slot; the slot tells its content.
  const holdsSlotted = (hit, chain) => [...element.querySelectorAll('slot')].some((slot) =>
    slot.assignedNodes({ flatten: true }).some((node) => node === hit || chain.includes(node)))
  const covers = (hit, target) => {
    const chain = chainOf(hit)
    if (chain.includes(target)) return false
    if (target === element && (chain.some((at) => labels.includes(at)) || holdsSlotted(hit, chain))) return false
    // At a round corner, or through it, a press meets what it is in.
    return !own.includes(hit)
  }
  const tell = (tested, counts) => {
    const [cover] = [...counts].sort((a, b) => b[1] - a[1])[0] || []
    const covered = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const name = cover && (cover.getAttribute('aria-label') || (cover.innerText || '').trim().replace(/\\s+/g, ' '))
    const text = cover && describe(cover) + (name ? ' "' + brief(name, 40) + '"' : '')
    return [JSON.stringify({ tested, covered, ...(text && { text }) }), cover || null]
  }`

/**
 * Tests points of the outermost document's viewport: does a press there meet the element, or what is in it? Answers
 * `[counts, cover]`: the element that covers most of them.
 */
export const coverScript = `function ({ points }) {${covering}
  const steps = [{ target: element, placing: undefined }]
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) steps.push({ target: frame, placing: placingOf(frame) })
  const counts = new Map()
  let tested = 0
  for (const point of points) {
    let cover
    // From the outermost document inwards.
    let { x, y } = point
    for (let index = steps.length - 1; index >= 0 && !cover; index--) {
      const { target, placing } = steps[index]
      const hit = target.getRootNode().elementFromPoint(x, y)
      if (!hit) break
      if (covers(hit, target)) cover = hit
      if (placing) {
        x = (x - placing.x) / placing.sx
        y = (y - placing.y) / placing.sy
      }
    }
    tested++
    if (cover) counts.set(cover, (counts.get(cover) || 0) + 1)
  }
  return tell(tested, counts)
}`

/** The same of elements that were met already, each at so many points. */
export const hitsScript = `function ({ counts: times }, ...hits) {${covering}
  const counts = new Map()
  for (const [index, node] of hits.entries()) {
    const hit = elementOf(node)
    if (hit && covers(hit, element)) counts.set(hit, (counts.get(hit) || 0) + times[index])
  }
  return tell(times.reduce((sum, count) => sum + count, 0), counts)
}`
