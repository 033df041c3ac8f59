/** Whether a document looks as if its content were still to come, in the daemon's isolated world. */
import { isInSight } from './elements.ts'
import { oneFrame } from './frames.ts'
import { sent } from './sent.ts'

/** What a document says of itself at one moment. */
export interface Filling {
  /** Something in sight says that it is busy, or there is nothing to see though scripts run that could bring it. */
  readonly isWaiting: boolean
  /** There is nothing to see but headings, which announce what is to come. */
  readonly isScant: boolean
  /** How much there is: of elements and of text. */
  readonly elements: number
  readonly length: number
}

/** The text alone or with an ellipsis: a sentence about loading does not count. */
function saysLoading(text: string): boolean {
  const words =
    /^\W*(loading|please wait|just a moment|one moment|connecting|initiali[sz]ing|fetching|preparing|wird geladen|wird verbunden|lädt|lade|bitte warten|chargement|veuillez patienter|cargando|caricamento|carregando|laden|laddar|загрузка|加载中|正在加载|載入中|読み込み中|로딩|불러오는 중)/i
  const said = text.trim()
  if (said.length > 60 || !words.test(said)) return false
  return said.endsWith('…') || said.endsWith('...') || /^[^\p{L}]*$/u.test(said.replace(words, ''))
}

function hasBusySign(root: Document | ShadowRoot): boolean {
  const marked = '[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow], progress)'
  if ([...root.querySelectorAll(marked)].some(isInSight)) return true
  const named = [...root.querySelectorAll('img[alt], [role=img][aria-label], [role=status][aria-label]')]
  if (named.some((one) => saysLoading(one.getAttribute('aria-label') ?? one.getAttribute('alt')!) && isInSight(one)))
    return true
  // Placeholders shimmer and spinners turn for ever; but so do decorations, which are not called that.
  const called = /(^|[-_ ])(skeleton|shimmer|spinner|spin|loader|loading|placeholder)([-_ ]|\d|$)/i
  return root.getAnimations().some(({ effect, playState }) => {
    const target = playState === 'running' && effect instanceof KeyframeEffect ? effect.target : null
    if (!target || effect!.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) return false
    const names = [target, target.parentElement].map((one) => one?.getAttribute('class') ?? '')
    return called.test(names.join(' ')) && isInSight(target)
  })
}

/**
 * Is there anything to read, use or look at? What surrounds the content in the same way on every page does not count.
 */
function contentIn(root: Document | ShadowRoot): 'some' | 'heads' | 'none' | 'loading' {
  const around =
    'header, footer, nav, aside, [role=banner], [role=navigation], [role=contentinfo], [role=complementary]'
  const silent = 'script, style, noscript, template, textarea, option, title'
  const native =
    'a[href], summary, meter, input, button, select, textarea, img, svg, canvas, video, audio, object, embed'
  const roles = 'button checkbox combobox link radio searchbox slider spinbutton switch textbox'.split(' ')
  const told = `${native}, [contenteditable]:not([contenteditable=false]), ${roles.map((role) => `[role=${role}]`).join()}`
  // A table is content wherever it is.
  const isAround = (one: Element | null) => one?.closest(around) != null && !one.closest('table, [role=grid]')
  const most = 3000
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let content: 'some' | 'heads' | 'none' = 'none'
  for (let count = 0; count < most && walker.nextNode(); count++) {
    const text = walker.currentNode.nodeValue!
    const parent = walker.currentNode.parentElement
    if (!/\S/.test(text) || parent?.matches(silent)) continue
    const isLoading = saysLoading(text)
    if (!isLoading && content === 'some') continue
    if (parent !== null && !isInSight(parent)) continue
    if (isLoading) return 'loading'
    if (!isAround(parent)) content = parent?.closest('h1, h2, h3, [role=heading]') ? 'heads' : 'some'
  }
  if (content === 'some') return content
  return [...root.querySelectorAll(told)].some((one) => !isAround(one) && isInSight(one)) ? 'some' : content
}

function framesIn(root: Document | ShadowRoot): { documents: Document[]; hasOther: boolean } {
  const shown = [...root.querySelectorAll('iframe, frame')].filter(isInSight) as HTMLIFrameElement[]
  const documents = shown.map((frame) => {
    try {
      return frame.contentDocument
    } catch {
      return null
    }
  })
  return { documents: documents.filter((one) => one !== null), hasOther: documents.includes(null) }
}

function rootsIn(root: Document | ShadowRoot): ShadowRoot[] {
  const mostElements = 20_000
  const all = root.querySelectorAll('*')
  if (all.length > mostElements) return []
  return [...all].flatMap(({ shadowRoot }) => shadowRoot ?? [])
}

function fillingOf(root: Document | ShadowRoot): Filling & { readonly isEmpty: boolean } {
  const content = contentIn(root)
  const { documents, hasOther } = framesIn(root)
  const parts = [...rootsIn(root), ...documents].map(fillingOf)
  const isEmpty = content === 'none' && !hasOther && parts.every((part) => part.isEmpty)
  const isScant = (content === 'none' || content === 'heads') && !hasOther && parts.every((part) => part.isScant)
  const mostElements = 20_000
  const count = root.querySelectorAll('*').length
  const text = count > mostElements ? 0 : ((root as Document).body ?? root).textContent!.length
  return {
    isWaiting: content === 'loading' || hasBusySign(root) || parts.some((part) => part.isWaiting),
    isEmpty,
    isScant,
    elements: parts.reduce((sum, part) => sum + part.elements, count),
    length: parts.reduce((sum, part) => sum + part.length, text),
  }
}

/** Content is brought by scripts: a page that has none and is empty stays empty. */
function filling(): Filling {
  const { isWaiting, isEmpty, isScant, elements, length } = fillingOf(document)
  const runs = [...document.scripts].some(({ type }) => /^(|module|.*(java|ecma)script.*)$/i.test(type))
  // A small frame of another site, there to count visitors, stays empty.
  const isLarge = window === window.top || (innerWidth >= 200 && innerHeight >= 100)
  return { isWaiting: isWaiting || (isEmpty && runs && isLarge), isScant, elements, length }
}

async function fillingAfterFrame(): Promise<Filling> {
  await oneFrame()
  return filling()
}

const parts = [fillingOf, rootsIn, framesIn, contentIn, hasBusySign, saysLoading, isInSight] as const

export const fillingScript = sent(filling, ...parts)
/** The same, once a frame has been drawn and the tasks it caused have run. */
export const fillingAfterFrameScript = sent(fillingAfterFrame, filling, oneFrame, ...parts)
