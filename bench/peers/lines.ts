/** The elements in a tool's view, and which of them a person could use. */
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import type { Task } from './peer.ts'

export interface Line {
  readonly ref: string
  readonly role: string
  /** Everything after the role: name, states, place. */
  readonly rest: string
  readonly isEnabled: boolean
}

interface Notation {
  /** Groups: `ref`, `role`, `rest`. */
  readonly line: RegExp
  /** Matched against the rest without quoted parts. */
  readonly disabled: RegExp
}

/** How each kind of view writes an element. */
export const notations = {
  /** `- link "Home" [disabled] [ref=e2] [cursor=pointer]:` */
  aria: {
    line: /^\s*- '?(?<role>[a-z]+)(?<rest>.*\bref=(?<ref>\w+).*)$/gm,
    disabled: /\[(?:[^\]]*, )?disabled\b/,
  },
  /** `uid=1_2 link "Home" disabled url="…"` */
  uid: { line: /^\s*uid=(?<ref>\w+) (?<role>[A-Za-z]+)(?<rest>.*)$/gm, disabled: /\bdisabled\b/ },
  /** `[2] link: Home (disabled)` */
  outline: {
    line: /^\s*(?:[+~] )?\[(?<ref>\w+)\] (?<role>[a-z]+)(?<rest>.*)$/gm,
    disabled: /\((?:[^)]*, )?disabled\b/,
  },
} as const satisfies { readonly [name: string]: Notation }

export function linesOf(view: string, { line, disabled }: Notation): Line[] {
  const alone = linesApart(view).join('\n')
  return [...alone.matchAll(line)].map(({ groups }) => {
    const { ref = '', role = '', rest = '' } = groups ?? {}
    return { ref, role: role.toLowerCase(), rest, isEnabled: !disabled.test(rest.replace(/".*?"/g, '')) }
  })
}

const clickable = ['button', 'link', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'treeitem', 'summary']
const choosable = ['checkbox', 'radio', 'switch', 'slider', 'spinbutton', 'stepper', 'combobox', 'dropdown', 'listbox']
const written = ['textbox', 'searchbox', 'textfield', 'searchfield', 'textarea', 'password']
/** Of the tools' words for roles, those of controls. Items in a list of choices belong to the list. */
const controls = new Set([
  ...clickable,
  ...choosable,
  ...written,
  'disclosuretriangle',
  'colorwell',
  'date',
  'togglebutton',
])

export function usable(lines: readonly Line[]): number {
  return lines.filter(({ role, isEnabled }) => isEnabled && controls.has(role)).length
}

const words: { readonly [role in Task['role']]: readonly string[] } = {
  link: ['link'],
  button: ['button'],
  textbox: [...written, 'combobox'],
  checkbox: ['checkbox', 'switch', 'button'],
  radio: ['radio'],
  combobox: ['combobox', 'dropdown'],
  option: ['option', 'menuitem', 'listitem', 'generic', 'text'],
  tab: ['tab'],
}

/** The first one named by exactly the task's text, otherwise the first that contains it. */
export function lineFor({ role, text }: Task, lines: readonly Line[]): Line | undefined {
  const wanted = text.toLowerCase()
  const fit = lines.filter((line) => words[role].includes(line.role) && line.rest.toLowerCase().includes(wanted))
  return fit.find(({ rest }) => rest.toLowerCase().includes(`"${wanted}"`)) ?? fit[0]
}

/**
 * Runs in the page: counts the controls that a person could use there. Shown, not slid out of what cuts them off,
 * enabled, not hidden from assistive technology; includes shadow trees and frames of the same site.
 */
export const countInPage = `(() => {
  const roles = ['button', 'link', 'checkbox', 'radio', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'switch',
    'slider', 'spinbutton', 'combobox', 'listbox', 'textbox', 'searchbox', 'treeitem'].map((role) => '[role~="' + role + '"]')
  const selector = ['a[href]', 'area[href]', 'button', 'input:not([type="hidden"])', 'select', 'textarea', 'summary',
    '[contenteditable=""]', '[contenteditable="true"]', ...roles].join(',')
  const isCutOff = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const edges = at.getBoundingClientRect()
      const isOutside = left >= edges.right || right <= edges.left || top >= edges.bottom || bottom <= edges.top
      const { overflowX, position } = getComputedStyle(at)
      if (isOutside && /hidden|clip/.test(overflowX) && position !== 'static') return true
    }
    return false
  }
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (element.closest('[aria-hidden="true"], [inert]') || isCutOff(element)) return false
    return [...element.getClientRects()].some(({ width, height }) => width > 0 && height > 0) ||
      [...element.children].some((child) => child.getClientRects().length > 0)
  }
  const isEnabled = (element) => !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true'
  const count = (root) => {
    let sum = 0
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector) && isEnabled(element) && isShown(element)) sum++
      if (element.shadowRoot) sum += count(element.shadowRoot)
      try {
        if (element.contentDocument) sum += count(element.contentDocument)
      } catch {}
    }
    return sum
  }
  return count(document)
})()`
