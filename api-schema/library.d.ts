// Generated from api-schema/ by npm run gen.

export type Element = {
  /** Short decimal; belongs to the element for as long as it lives. */
  readonly id: string
  /** AX word, the same on every platform. */
  readonly role: string
  readonly subrole?: string
  readonly name?: string
  readonly title?: string
  readonly value?: string
  readonly description?: string
  readonly identifier?: string
  readonly placeholder?: string
  readonly help?: string
  readonly url?: string
  readonly frame?: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  readonly pageFrame?: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  readonly state?: readonly ('enabled' | 'disabled' | 'visible' | 'hidden' | 'unfocused' | 'focused' | 'unselected' | 'selected' | 'collapsed' | 'expanded' | 'editable' | 'readonly' | 'optional' | 'required' | 'unchecked' | 'checked' | 'mixed' | 'empty' | 'filled' | 'busy' | 'modal' | 'invalid')[]
  readonly capabilities?: readonly ('clickable' | 'editable' | 'toggleable' | 'selectable' | 'adjustable' | 'scrollable' | 'hasChildren' | 'hasMenu' | 'hasHelp' | 'hasTooltip' | 'navigable' | 'focusable')[]
  readonly actions?: readonly (string)[]
  readonly attributes?: {
    readonly [name: string]: string
  }
  readonly options?: number
  readonly more?: number
  readonly children?: readonly (Element)[]
}

export type Expectation = {
  /** The elements of the page or application after the call. Default for navigate. */
  readonly includeSnapshot?: boolean
  /** What the page logged during the call. Default for evaluate and eval_call_function. */
  readonly includeConsole?: boolean
  /** Downloads that started or progressed during the call. */
  readonly includeDownloads?: boolean
  /** The tabs that are open after the call. */
  readonly includeTabs?: boolean
  /** The line of Playwright script that would repeat the call. */
  readonly includeCode?: boolean
  /** What the call changed. Default for interact and dialog, unless includeSnapshot or its options are given. */
  readonly diff?: boolean
  /** These include the snapshot, unless includeSnapshot is false. */
  readonly snapshotOptions?: {
    /** CSS selector: only this part of the page. */
    readonly selector?: string
    /** Most elements of the snapshot, for aria. */
    readonly limit?: number
    /** Most characters of the snapshot, which ends with a whole line. */
    readonly maxLength?: number
    /** aria: the outline of elements; text: rendered text; html: its HTML. */
    readonly format?: 'aria' | 'text' | 'html'
    /** As of explore, for aria. */
    readonly showCoordinates?: boolean
    /** As of explore, for aria. */
    readonly showActions?: boolean
  }
  /** These include the console, unless includeConsole is false. */
  readonly consoleOptions?: {
    /** Default: all four. */
    readonly levels?: readonly ('log' | 'warn' | 'error' | 'info')[]
    /** Only the newest; the answer says how many more there were. */
    readonly maxMessages?: number
  }
  /** Of screenshot. */
  readonly imageOptions?: {
    /** For jpeg and webp. */
    readonly quality?: number
    /** In picture pixels; larger ones are scaled down. */
    readonly maxWidth?: number
    readonly maxHeight?: number
    readonly format?: 'jpeg' | 'png' | 'webp'
  }
}

export type Snapshot = {
  /** One line per element: `[id] role: name =value (states)`; short ones of a kind beside each other share one: `buttons: [id name][id,id name][id–id name]`, the last for a run of alike ones; what only says where others are has no id: `heading: name`. */
  readonly outline?: string
  /** In what the outline has positions: page pixels of the tab, or screen points. */
  readonly positions?: 'page' | 'screen'
  readonly text?: string
  readonly html?: string
  /** Elements that could be shown. */
  readonly matched?: number
  readonly shown?: number
  /** Tools that the page offers: see `call_tool`. */
  readonly tools?: readonly ({
    readonly name: string
    /** The beginning of what the page says of it. */
    readonly description?: string
    /** Names of its input; ? where it may be left out, then its type or choices. */
    readonly takes: readonly (string)[]
    /** Address of the frame that offers it, if that is not the page itself. */
    readonly frame?: string
  })[]
  /** Tools that are not listed. */
  readonly moreTools?: number
  /** Characters of the whole. */
  readonly totalLength?: number
  /** Characters that are shown. */
  readonly shownLength?: number
  /** Something is left out. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  readonly hint?: string
  /** The containers with most of what is left out. */
  readonly where?: readonly (string)[]
  /** Pass it to explore to continue. */
  readonly cursor?: string
  /** Omitted if everything that happened before has been seen. */
  readonly settled?: boolean
  readonly reason?: string
  readonly revision?: number
  /** Why there is no snapshot, although the action was done. */
  readonly error?: {
    readonly name: string
    readonly message: string
    readonly hint: string
  }
}

export type ConsoleReport = {
  readonly messages: readonly ({
    readonly level: string
    readonly text: string
    /** url:line, if known. */
    readonly source?: string
  })[]
  /** Messages of the call before these. */
  readonly more?: number
  /** Messages from the call that are no longer kept. */
  readonly lost?: number
  /** Characters of the whole. */
  readonly totalLength?: number
  /** Characters that are shown. */
  readonly shownLength?: number
  /** Something is left out. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  readonly hint?: string
}

export type DownloadReport = {
  readonly name: string
  readonly url: string
  /** Where it is, or will be, on the daemon's machine. */
  readonly path?: string
  readonly state: 'inProgress' | 'completed' | 'canceled'
  readonly bytes?: number
  readonly totalBytes?: number
}

export type OpenTab = {
  readonly tab: string
  readonly title: string
  readonly url: string
  readonly app: string
  readonly selected?: boolean
  /** Omitted if shared. */
  readonly context?: 'shared' | 'own'
  /** The person's own tab, lent for a while. */
  readonly lent?: boolean
  /** Text of the open dialog. */
  readonly dialog?: string
}

export interface ExploreParams {
  /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
  readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** Tab id from `tabs`. */
  readonly tab?: string
  /** Id from an earlier answer. */
  readonly elementId?: string
  /** Screen point; page pixels with `tab`. */
  readonly x?: number
  readonly y?: number
  /** All must match; case, width and accents do not count. */
  readonly filter?: {
    /** AX word, short word or subrole. */
    readonly role?: string
    /** Title contains this. */
    readonly titleContains?: string
    /** Value contains this. */
    readonly valueContains?: string
    /** Description contains this. */
    readonly descriptionContains?: string
    /** Identifier contains this. */
    readonly identifierContains?: string
    /** Any text field contains this. */
    readonly anyFieldContains?: string
  }
  /** Kinds; any imposes none. */
  readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
  readonly includeHidden?: boolean
  readonly includeDisabled?: boolean
  /** Also what cannot be acted upon. */
  readonly includeNonInteractable?: boolean
  readonly showCoordinates?: boolean
  readonly showActions?: boolean
  /** Levels shown. */
  readonly maxDepth?: number
  /** Most elements shown. Default: 100 as json, else what fits into maxTokens. */
  readonly limit?: number
  /** Continues an earlier answer. */
  readonly cursor?: string
  /** Only changes after this revision. */
  readonly since?: number
  /** auto: warm copy, brought up to date; cached: as it is; fresh: read again. */
  readonly freshness?: 'auto' | 'cached' | 'fresh'
  /** list is a flat outline; text and html are of a tab. */
  readonly format?: 'json' | 'outline' | 'list' | 'count' | 'text' | 'html'
  readonly maxTokens?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface ExploreResult {
  readonly elements?: readonly (Element)[]
  /** One line per element: `[id] role: name =value (states)`; short ones of a kind beside each other share one: `buttons: [id name][id,id name][id–id name]`, the last for a run of alike ones; what only says where others are has no id: `heading: name`. */
  readonly outline?: string
  /** In what the outline has positions: page pixels of the tab, or screen points. */
  readonly positions?: 'page' | 'screen'
  /** Rendered text of the tab or element. */
  readonly text?: string
  /** Its HTML, without values of secure fields. */
  readonly html?: string
  /** Nothing changed after `since`. */
  readonly unchanged?: boolean
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** Revision of the tree in the answer. */
  readonly revision?: number
  /** All matches, including those not shown. */
  readonly matched?: number
  /** Matches in this answer. */
  readonly shown?: number
  /** Elements that were searched. */
  readonly searched?: number
  /** Disabled matches, left out: see `includeDisabled`. */
  readonly disabled?: number
  /** What is no element that can be used: see `format: text` and `includeNonInteractable`. */
  readonly skipped?: {
    /** Of text outside of controls and headings. */
    readonly characters: number
    /** Tables with nothing to use in them. */
    readonly tables?: number
    /** Rows of those tables. */
    readonly rows?: number
  }
  /** Tools that the page offers: see `call_tool`. */
  readonly tools?: readonly ({
    readonly name: string
    /** The beginning of what the page says of it. */
    readonly description?: string
    /** Names of its input; ? where it may be left out, then its type or choices. */
    readonly takes: readonly (string)[]
    /** Address of the frame that offers it, if that is not the page itself. */
    readonly frame?: string
  })[]
  /** Tools that are not listed. */
  readonly moreTools?: number
  /** The nearest candidates, if nothing matched: elements, or their lines beside an outline. */
  readonly near?: readonly (unknown)[]
  /** Everything that happened before the call has been seen. */
  readonly settled?: boolean
  /** Age of the copy that was served, if not fresh. */
  readonly ageMs?: number
  /** Why it is not settled, or only a part. */
  readonly reason?: string
  readonly truncated?: {
    readonly reason: 'limit' | 'maxDepth' | 'maxTokens' | 'partial'
    /** Matches that are not shown. */
    readonly hidden?: number
    /** The containers with the most of them. */
    readonly where?: readonly (string)[]
  }
  /** Pass it to continue. */
  readonly cursor?: string
  readonly totalLength?: number
  readonly shownLength?: number
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface ExpandParams {
  /** Id from an earlier answer. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element, hidden ones included. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
  }
  readonly format?: 'json' | 'outline'
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface ExpandResult {
  readonly element?: Element
  /** Only for an element in a tab. */
  readonly dom?: {
    readonly tag: string
    readonly attributes: {
      readonly [name: string]: string
    }
    /** Each selects exactly this element; href, semantic classes, data-*, id, composed. */
    readonly selectors: readonly (string)[]
    /** Url of the frame that the selectors apply to, if not the page. */
    readonly frame?: string
    /** Inside a shadow root: the selectors apply within that root. */
    readonly shadow?: 'open' | 'closed'
  }
  readonly outline?: string
  /** Everything that happened before the call has been seen. */
  readonly settled?: boolean
  /** Why it is not settled, or only a part. */
  readonly reason?: string
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface InteractParams {
  /** Id from an earlier answer; focused: of what has the focus. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
    readonly includeHidden?: boolean
    readonly includeDisabled?: boolean
    /** Also what cannot be acted upon. */
    readonly includeNonInteractable?: boolean
  }
  /** accept and dismiss answer the open dialog of a tab. */
  readonly action?: 'click' | 'double_click' | 'right_click' | 'hover' | 'drag' | 'scroll' | 'set_value' | 'type' | 'key' | 'select' | 'toggle' | 'expand' | 'collapse' | 'increment' | 'decrement' | 'focus' | 'show_menu' | 'menu' | 'raise' | 'minimize' | 'maximize' | 'close' | 'move' | 'resize' | 'upload' | 'accept' | 'dismiss'
  /** Text, option, words to select, on or off, answer to a prompt. */
  readonly value?: string
  /** Instead of a value: the person types it into this password or code field; the agent never sees it. */
  readonly fromPerson?: boolean
  /** Such as Enter, Control+A; several with spaces. */
  readonly keys?: string
  /** Of drag, move, scroll: an element, or x, y (click: from its corner; resize: size; scroll: pixels). */
  readonly to?: {
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** drag: the element, described. */
    readonly find?: {
      /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
      readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
      /** Application id or name from `apps`. */
      readonly bundleId?: string
      /** Tab id from `tabs`. */
      readonly tab?: string
      /** Id from an earlier answer. */
      readonly elementId?: string
      /** Screen point; page pixels with `tab`. */
      readonly x?: number
      readonly y?: number
      /** All must match; case, width and accents do not count. */
      readonly filter?: {
        /** AX word, short word or subrole. */
        readonly role?: string
        /** Title contains this. */
        readonly titleContains?: string
        /** Value contains this. */
        readonly valueContains?: string
        /** Description contains this. */
        readonly descriptionContains?: string
        /** Identifier contains this. */
        readonly identifierContains?: string
        /** Any text field contains this. */
        readonly anyFieldContains?: string
      }
      /** Kinds; any imposes none. */
      readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
      /** Of several: the one in the row with this text. */
      readonly near?: string
      /** Of several: this one, from 1. */
      readonly nth?: number
    }
    readonly x?: number
    readonly y?: number
    /** drag: points on its way. */
    readonly via?: readonly ({
      readonly x: number
      readonly y: number
    })[]
  }
  /** Menu path: File > Save As…, or with → between. */
  readonly path?: string
  /** Absolute paths, for upload. */
  readonly files?: readonly (string)[]
  /** Bring its window to the front first; else only where the action needs that. */
  readonly front?: boolean
  /** Where elements are looked for, and pages opened; default: the selected tab. */
  readonly tab?: string
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** Instead of the above: in order, until one does not come about. A find waits for its element; text, look and screenshot never stop it. */
  readonly steps?: readonly ({
    /** Id from an earlier answer; focused: of what has the focus. */
    readonly elementId?: string
    /** Instead of elementId: where and what; must fit exactly one element. */
    readonly find?: {
      /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
      readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
      /** Application id or name from `apps`. */
      readonly bundleId?: string
      /** Tab id from `tabs`. */
      readonly tab?: string
      /** Id from an earlier answer. */
      readonly elementId?: string
      /** Screen point; page pixels with `tab`. */
      readonly x?: number
      readonly y?: number
      /** All must match; case, width and accents do not count. */
      readonly filter?: {
        /** AX word, short word or subrole. */
        readonly role?: string
        /** Title contains this. */
        readonly titleContains?: string
        /** Value contains this. */
        readonly valueContains?: string
        /** Description contains this. */
        readonly descriptionContains?: string
        /** Identifier contains this. */
        readonly identifierContains?: string
        /** Any text field contains this. */
        readonly anyFieldContains?: string
      }
      /** Kinds; any imposes none. */
      readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
      /** Of several: the one in the row with this text. */
      readonly near?: string
      /** Of several: this one, from 1. */
      readonly nth?: number
      readonly includeHidden?: boolean
      readonly includeDisabled?: boolean
      /** Also what cannot be acted upon. */
      readonly includeNonInteractable?: boolean
    }
    readonly action: 'click' | 'double_click' | 'right_click' | 'hover' | 'drag' | 'scroll' | 'set_value' | 'type' | 'key' | 'select' | 'toggle' | 'expand' | 'collapse' | 'increment' | 'decrement' | 'focus' | 'show_menu' | 'menu' | 'raise' | 'minimize' | 'maximize' | 'close' | 'move' | 'resize' | 'upload' | 'accept' | 'dismiss' | 'goto' | 'back' | 'forward' | 'reload' | 'call' | 'download' | 'wait' | 'expect' | 'text' | 'look' | 'screenshot'
    /** Text, option, words to select, on or off, answer to a prompt. */
    readonly value?: string
    /** Instead of a value: the person types it into this password or code field; the agent never sees it. */
    readonly fromPerson?: boolean
    /** Such as Enter, Control+A; several with spaces. */
    readonly keys?: string
    /** Of drag, move, scroll: an element, or x, y (click: from its corner; resize: size; scroll: pixels). */
    readonly to?: {
      /** Id from an earlier answer. */
      readonly elementId?: string
      /** drag: the element, described. */
      readonly find?: {
        /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
        readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
        /** Application id or name from `apps`. */
        readonly bundleId?: string
        /** Tab id from `tabs`. */
        readonly tab?: string
        /** Id from an earlier answer. */
        readonly elementId?: string
        /** Screen point; page pixels with `tab`. */
        readonly x?: number
        readonly y?: number
        /** All must match; case, width and accents do not count. */
        readonly filter?: {
          /** AX word, short word or subrole. */
          readonly role?: string
          /** Title contains this. */
          readonly titleContains?: string
          /** Value contains this. */
          readonly valueContains?: string
          /** Description contains this. */
          readonly descriptionContains?: string
          /** Identifier contains this. */
          readonly identifierContains?: string
          /** Any text field contains this. */
          readonly anyFieldContains?: string
        }
        /** Kinds; any imposes none. */
        readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
        /** Of several: the one in the row with this text. */
        readonly near?: string
        /** Of several: this one, from 1. */
        readonly nth?: number
      }
      readonly x?: number
      readonly y?: number
      /** drag: points on its way. */
      readonly via?: readonly ({
        readonly x: number
        readonly y: number
      })[]
    }
    /** Menu path: File > Save As…, or with → between. */
    readonly path?: string
    /** Absolute paths, for upload. */
    readonly files?: readonly (string)[]
    /** goto: the address. expect: it is this; * is any text. */
    readonly url?: string
    /** wait, expect: of the element. */
    readonly state?: 'enabled' | 'disabled' | 'visible' | 'hidden' | 'unfocused' | 'focused' | 'unselected' | 'selected' | 'collapsed' | 'expanded' | 'editable' | 'readonly' | 'optional' | 'required' | 'unchecked' | 'checked' | 'mixed' | 'empty' | 'filled' | 'busy' | 'modal' | 'invalid'
    /** expect: so many match. */
    readonly count?: number
    /** call: the tool of the page. */
    readonly tool?: string
    /** By the names it takes. */
    readonly input?: {
      readonly [name: string]: unknown
    }
    /** Of several with that name: a part of the address of the frame that offers it. */
    readonly frame?: string
    /** look: at most so many. */
    readonly maxTokens?: number
    /** wait, expect: gone, or not so. */
    readonly not?: boolean
  })[]
  /** Retries with the same key act at most once. */
  readonly idempotencyKey?: string
  readonly format?: 'json' | 'outline'
  readonly maxTokens?: number
  /** Time limit in ms. Default: 10000, times the steps. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface InteractResult {
  /** confirmed: verified by reading back; noop: already so; refused: the application declined. */
  readonly effect?: 'confirmed' | 'unverified' | 'noop' | 'refused'
  /** Why it is unverified. */
  readonly why?: string
  /** How it was done: native, keys, pointer. */
  readonly route?: string
  /** drag: where the element is now, in what and between which neighbours. */
  readonly at?: string
  /** It was brought to the front. */
  readonly front?: boolean
  /** What the program may not have taken yet, though it is shown. */
  readonly untaken?: string
  /** What the application said. */
  readonly refused?: string
  /** upload: names of the files in the field. */
  readonly files?: readonly (string)[]
  readonly changed?: {
    readonly added?: readonly (Element)[]
    readonly changed?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
      /** Only if there is no name; otherwise the description. */
      readonly title?: string
      readonly description?: string
      /** Fields that changed, before. */
      readonly was: {
        readonly [name: string]: unknown
      }
      /** The same fields, after. */
      readonly now: {
        readonly [name: string]: unknown
      }
    })[]
    readonly removed?: readonly ({
      /** If it was ever shown. */
      readonly id?: string
      readonly role: string
      readonly name?: string
      readonly title?: string
      readonly description?: string
    })[]
    /** Parts whose contents were built again just as they were: told if nothing else is. */
    readonly redrawn?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
    })[]
    /** Elements that a modal dialog has put out of reach until it is closed; none of them is in removed. */
    readonly behind?: number
    /** Elements that are in reach again, with their ids, since a modal dialog has closed; what differs is in changed. */
    readonly back?: number
    /** Changes that are not listed. */
    readonly more?: number
  }
  readonly outline?: string
  readonly element?: Element
  readonly steps?: readonly ({
    readonly [name: string]: unknown
  })[]
  /** Steps that were not started. */
  readonly left?: number
  /** Tabs that it opened. */
  readonly opened?: readonly ({
    readonly tab?: string
    readonly title?: string
    readonly url?: string
  })[]
  /** Where it is on its way to; the server has not answered, and what was there before still is. */
  readonly pending?: {
    readonly url?: string
    /** Of a frame in the page. */
    readonly frame?: boolean
  }
  /** Where it was on its way to, and was stopped so that this could be done. */
  readonly stopped?: string
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  /** What to do next, if a dialog is open. */
  readonly hint?: string
  /** Where the tab is now, if it moved. */
  readonly url?: string
  readonly title?: string
  /** It moved, to an address too long for an answer without diff. */
  readonly moved?: boolean
  readonly settled?: boolean
  /** The page says that more of it is to come. */
  readonly loading?: boolean
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface WaitParams {
  /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
  readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** Tab id from `tabs`. */
  readonly tab?: string
  /** Id from an earlier answer. */
  readonly elementId?: string
  /** Screen point; page pixels with `tab`. */
  readonly x?: number
  readonly y?: number
  /** All must match; case, width and accents do not count. */
  readonly filter?: {
    /** AX word, short word or subrole. */
    readonly role?: string
    /** Title contains this. */
    readonly titleContains?: string
    /** Value contains this. */
    readonly valueContains?: string
    /** Description contains this. */
    readonly descriptionContains?: string
    /** Identifier contains this. */
    readonly identifierContains?: string
    /** Any text field contains this. */
    readonly anyFieldContains?: string
  }
  /** Kinds; any imposes none. */
  readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
  readonly includeHidden?: boolean
  readonly includeDisabled?: boolean
  /** Also text and what else cannot be acted upon: true by default, but not for a state. */
  readonly includeNonInteractable?: boolean
  /** present or absent: of the filter; state: of elementId or the one match; settled: no more changes. */
  readonly until?: 'present' | 'absent' | 'state' | 'settled'
  readonly state?: 'enabled' | 'disabled' | 'visible' | 'hidden' | 'unfocused' | 'focused' | 'unselected' | 'selected' | 'collapsed' | 'expanded' | 'editable' | 'readonly' | 'optional' | 'required' | 'unchecked' | 'checked' | 'mixed' | 'empty' | 'filled' | 'busy' | 'modal' | 'invalid'
  /** Instead: until the person points at something in `ix view` and says what to do with it. What they said before comes at once. */
  readonly fromPerson?: boolean
  readonly format?: 'json' | 'outline'
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface WaitResult {
  readonly elements?: readonly (Element)[]
  readonly outline?: string
  /** What the person typed, which no page can write. */
  readonly fromPerson?: {
    readonly text: string
    /** What it is about. */
    readonly elementId: string
    /** Its kind and its name. */
    readonly element: string
    /** The tab or application that it is in. */
    readonly target: string
  }
  readonly waitedMs?: number
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface AppsParams {
  readonly action?: 'list' | 'launch' | 'activate' | 'hide' | 'quit'
  /** Application id or name from `apps`; for launch, any that is installed. */
  readonly bundleId?: string
  /** Absolute paths for launch to open. */
  readonly files?: readonly (string)[]
  readonly expectation?: Expectation
}

export interface AppsResult {
  /** All, with list; otherwise the affected one, while it runs. */
  readonly apps: readonly ({
    readonly bundleId: string
    readonly name: string
    readonly pid?: number
    readonly platform: string
    readonly focused?: boolean
    /** On macOS: not in the Dock, with items in the menu bar alone. */
    readonly menuBar?: boolean
    /** How many tabs a browser has. */
    readonly tabs?: number
  })[]
  /** Id of the application that quit. */
  readonly ended?: string
  /** Why it is still running after quit. */
  readonly hint?: string
  /** False: some of the list is from before. Omitted if all is current. */
  readonly settled?: boolean
  /** Which part, and why. */
  readonly reason?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface TabsParams {
  readonly action?: 'list' | 'open' | 'close' | 'select' | 'attach'
  /** Tab id, or #0 for the first of the list. */
  readonly tab?: string
  /** For open. */
  readonly url?: string
  /** own: cookies of its own. */
  readonly context?: 'shared' | 'own'
  /** For open: the browser. Default: that of the selected tab. For attach: such as chrome or brave. */
  readonly bundleId?: string
  /** For attach: how long to wait for the person, in ms. Default: 60000. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface TabsResult {
  readonly tabs: readonly ({
    readonly tab: string
    readonly title: string
    readonly url: string
    readonly app: string
    readonly selected?: boolean
    /** Omitted if shared. */
    readonly context?: 'shared' | 'own'
    /** The person's own tab, lent for a while. */
    readonly lent?: boolean
    /** Text of the open dialog. */
    readonly dialog?: string
  })[]
  /** Application id of the browser. Tabs of the person are not listed. */
  readonly attached?: string
  /** False: some of the list is from before. Omitted if all is current. */
  readonly settled?: boolean
  /** Which part, and why. */
  readonly reason?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface NavigateParams {
  /** Default: the selected tab, or a new one. */
  readonly tab?: string
  readonly url?: string
  /** own: cookies of its own. */
  readonly context?: 'shared' | 'own'
  readonly action?: 'goto' | 'back' | 'forward' | 'reload' | 'stop'
  /** Default: until it can be used. */
  readonly waitFor?: 'load' | 'domcontentloaded' | 'networkidle'
  readonly format?: 'json' | 'outline'
  readonly maxTokens?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface NavigateResult {
  readonly tab?: string
  readonly url?: string
  readonly title?: string
  /** The tab was there already. */
  readonly effect?: 'noop'
  /** Why nothing was loaded. */
  readonly why?: string
  /** It can be used, and parts of it are still to come. */
  readonly loading?: boolean
  /** The previous page in the tab had crashed, or never answered and was ended. */
  readonly crashed?: boolean
  readonly elements?: readonly (Element)[]
  readonly outline?: string
  readonly matched?: number
  readonly shown?: number
  /** Disabled matches, left out: see `includeDisabled`. */
  readonly disabled?: number
  /** What is no element that can be used: see `format: text` and `includeNonInteractable`. */
  readonly skipped?: {
    /** Of text outside of controls and headings. */
    readonly characters: number
    /** Tables with nothing to use in them. */
    readonly tables?: number
    /** Rows of those tables. */
    readonly rows?: number
  }
  /** Tools that the page offers: see `call_tool`. */
  readonly tools?: readonly ({
    readonly name: string
    /** The beginning of what the page says of it. */
    readonly description?: string
    /** Names of its input; ? where it may be left out, then its type or choices. */
    readonly takes: readonly (string)[]
    /** Address of the frame that offers it, if that is not the page itself. */
    readonly frame?: string
  })[]
  /** Tools that are not listed. */
  readonly moreTools?: number
  readonly truncated?: {
    readonly reason: 'limit' | 'maxDepth' | 'maxTokens' | 'partial'
    /** Matches that are not shown. */
    readonly hidden?: number
    /** The containers with the most of them. */
    readonly where?: readonly (string)[]
  }
  readonly cursor?: string
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  /** What to do next, if a dialog is open. */
  readonly hint?: string
  /** Everything that happened before the call has been seen. */
  readonly settled?: boolean
  /** Age of the copy that was served, if not fresh. */
  readonly ageMs?: number
  /** Why it is not settled, or only a part. */
  readonly reason?: string
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface ScreenshotParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** An application's front window. */
  readonly bundleId?: string
  readonly screen?: boolean
  /** Scrolled into view if needed. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element, hidden ones included. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
  }
  readonly fullPage?: boolean
  /** Draw the ids of interactable elements. */
  readonly marks?: boolean
  /** Draw points of a tab, as find takes them: x, y. */
  readonly grid?: boolean
  /** In the answer, instead of a file. */
  readonly inline?: boolean
  /** The file to write, such as /data/shop.png, instead of one of the daemon. */
  readonly filename?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface ScreenshotResult {
  /** The file, readable only by its owner, on the daemon's machine. The oldest are eventually removed, and all when the daemon ends: copy what is to stay, or ask for it inline (ix … --out FILE). */
  readonly path?: string
  /** With inline: the picture in base64. Over MCP it is sent as an image instead. */
  readonly data?: string
  /** Picture pixels; equal to page or screen pixels if there is no scale. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** png, or jpeg if a quality is given. */
  readonly format: 'jpeg' | 'png' | 'webp'
  readonly tab?: string
  /** Page or screen pixels per picture pixel, if the picture was scaled down. */
  readonly scale?: number
  /** With marks: how many elements have one. */
  readonly marked?: number
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface TextParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** Id from an earlier answer. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element, hidden ones included. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
  }
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** CSS; the first match in the tab. */
  readonly selector?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface TextResult {
  /** As a person reads it, frames after the page; for an application the names and values of its elements, one per line. Leaves out the values of secure fields and, unless a field is asked for itself, of all fields in a page. */
  readonly text: string
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface VisibilityParams {
  /** Id from an earlier answer. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element, hidden ones included. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
  }
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface VisibilityResult {
  /** Rendered. Outside the viewport, clipped or covered does not count as hidden. */
  readonly visible: boolean
  /** Some of it is in the viewport; for an application: in its window. */
  readonly inViewport?: boolean
  /** How much of it is in the viewport and not clipped, if only a part is. */
  readonly shownPercent?: number
  /** The ancestor that clips all or part of it. */
  readonly clippedBy?: {
    /** If it is an element of the tree. */
    readonly id?: string
    /** Such as `div#panel` or `dialog "Cookies"`. */
    readonly text: string
  }
  /** What a press on it would hit. */
  readonly coveredBy?: {
    /** If it is an element of the tree. */
    readonly id?: string
    /** Such as `div#panel` or `dialog "Cookies"`. */
    readonly text: string
  }
  /** If only a part is covered. */
  readonly coveredPercent?: number
  /** Why it is not visible (display:none, visibility:hidden, opacity:0, zero size, clip, off-screen, content-visibility:hidden, hidden attribute, details closed, dialog closed, popover closed), or unusable although visible (modal dialog, inert, aria-hidden). */
  readonly reason?: string
  /** The element that causes it, if not the element itself. */
  readonly hiddenBy?: {
    /** If it is an element of the tree. */
    readonly id?: string
    /** Such as `div#panel` or `dialog "Cookies"`. */
    readonly text: string
  }
  /** Url of the frame that it is in. */
  readonly frame?: string
  /** The element that `find` found. */
  readonly elementId?: string
  /** What to do about it. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface AlignmentParams {
  /** Id from an earlier answer. */
  readonly elementId: string
  /** The other element. */
  readonly otherId: string
  /** Largest difference in px that counts as aligned. */
  readonly tolerance?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface AlignmentResult {
  /** Edges and centers in line. */
  readonly aligned: readonly ('left' | 'centerX' | 'right' | 'top' | 'centerY' | 'bottom')[]
  /** For the others: how much further right or down the other element is. */
  readonly offsets?: {
    readonly [name: string]: number
  }
  /** Free space between them: on which side of the element the other is. */
  readonly gap?: {
    readonly left?: number
    readonly right?: number
    readonly above?: number
    readonly below?: number
  }
  readonly overlap?: {
    readonly width: number
    readonly height: number
  }
  /** Which one lies within the other. */
  readonly inside?: 'element' | 'other'
  /** How much wider and higher the other is; omitted if they are the same size. */
  readonly size?: {
    readonly width?: number
    readonly height?: number
  }
  /** In page pixels; for an application in screen points. */
  readonly frame: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  readonly otherFrame: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface ConsoleParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** Default: all but debug. */
  readonly levels?: readonly ('debug' | 'log' | 'info' | 'warn' | 'error')[]
  /** In text or source. */
  readonly textContains?: string
  /** `last` of an earlier answer. */
  readonly since?: number
  /** The newest. */
  readonly maxMessages?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface ConsoleResult {
  /** Oldest first. If they are too long together, long texts are cut and the oldest dropped. */
  readonly messages: readonly ({
    readonly seq: number
    readonly level: 'debug' | 'log' | 'info' | 'warn' | 'error'
    readonly text: string
    /** ms since 1970. */
    readonly at: number
    /** url:line, if known. */
    readonly source?: string
    /** Equal consecutive messages; seq and at are of the last. */
    readonly times?: number
  })[]
  /** Pass it as since. */
  readonly last: number
  /** Earlier messages that also match. */
  readonly more?: number
  /** Messages of any kind that are no longer kept. */
  readonly lost?: number
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface NetworkParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** Details of this one. */
  readonly id?: string
  readonly urlContains?: string
  /** document, script, xhr, fetch, image, … */
  readonly type?: string
  readonly method?: string
  readonly status?: number
  /** No response, or a status of 400 or more. */
  readonly failed?: boolean
  /** `last` of an earlier answer. */
  readonly since?: number
  /** The newest. */
  readonly limit?: number
  /** All that fit, in the form of a HAR file. */
  readonly har?: boolean
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface NetworkResult {
  /** Those that match, in the order they started. */
  readonly requests?: readonly ({
    readonly id: string
    readonly method: string
    /** Long ones are cut in the list. */
    readonly url: string
    /** Document, Script, XHR, Fetch, Image, … */
    readonly type: string
    /** Of the response, if one came. */
    readonly status?: number
    /** Why it failed. */
    readonly failed?: string
    readonly mimeType?: string
    /** Received over the network. */
    readonly bytes?: number
    /** When it started, ms since 1970. */
    readonly at: number
    /** Omitted while it is in progress. */
    readonly durationMs?: number
  })[]
  /** Pass it as since. */
  readonly last?: number
  /** Earlier requests that also match. */
  readonly more?: number
  /** Requests of any kind that are no longer kept. */
  readonly lost?: number
  /** The one with the id. Header values are cut at 300 characters. */
  readonly request?: {
    readonly id: string
    readonly method: string
    /** Long ones are cut in the list. */
    readonly url: string
    /** Document, Script, XHR, Fetch, Image, … */
    readonly type: string
    /** Of the response, if one came. */
    readonly status?: number
    /** Why it failed. */
    readonly failed?: string
    readonly mimeType?: string
    /** Received over the network. */
    readonly bytes?: number
    /** When it started, ms since 1970. */
    readonly at: number
    /** Omitted while it is in progress. */
    readonly durationMs?: number
    readonly statusText?: string
    /** What caused it: its kind, and url:line. */
    readonly initiator?: string
    readonly requestHeaders: {
      readonly [name: string]: string
    }
    readonly responseHeaders?: {
      readonly [name: string]: string
    }
    /** What was sent: a preview if it is long together with the body. */
    readonly postData?: string
    /** What was received, if it is text: a preview if it is long. */
    readonly body?: string
    /** Why there is no body. */
    readonly noBody?: string
  }
  /** HAR 1.2, without what was received. */
  readonly har?: {
    readonly [name: string]: unknown
  }
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface DownloadsParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** `last` of an earlier answer. */
  readonly since?: number
  /** The newest. */
  readonly limit?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface DownloadsResult {
  readonly downloads: readonly ({
    readonly name: string
    readonly url: string
    /** Where it is, or will be, on the daemon's machine. Always present for the daemon's own browser; for another one, once it is completed. */
    readonly path?: string
    readonly state: 'inProgress' | 'completed' | 'canceled'
    /** So far. */
    readonly bytes: number
    /** If known. */
    readonly totalBytes?: number
    /** When it started, ms since 1970. */
    readonly at: number
  })[]
  /** Pass it as since. */
  readonly last: number
  /** Earlier downloads. */
  readonly more?: number
  /** Downloads that are no longer kept. */
  readonly lost?: number
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface DialogParams {
  /** Default: the only tab with a dialog. */
  readonly tab?: string
  readonly accept: boolean
  /** Answer to a prompt. */
  readonly text?: string
  readonly format?: 'json' | 'outline'
  readonly maxTokens?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface DialogResult {
  readonly handled: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  readonly tab?: string
  readonly changed?: {
    readonly added?: readonly (Element)[]
    readonly changed?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
      /** Only if there is no name; otherwise the description. */
      readonly title?: string
      readonly description?: string
      /** Fields that changed, before. */
      readonly was: {
        readonly [name: string]: unknown
      }
      /** The same fields, after. */
      readonly now: {
        readonly [name: string]: unknown
      }
    })[]
    readonly removed?: readonly ({
      /** If it was ever shown. */
      readonly id?: string
      readonly role: string
      readonly name?: string
      readonly title?: string
      readonly description?: string
    })[]
    /** Parts whose contents were built again just as they were: told if nothing else is. */
    readonly redrawn?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
    })[]
    /** Elements that a modal dialog has put out of reach until it is closed; none of them is in removed. */
    readonly behind?: number
    /** Elements that are in reach again, with their ids, since a modal dialog has closed; what differs is in changed. */
    readonly back?: number
    /** Changes that are not listed. */
    readonly more?: number
  }
  readonly outline?: string
  /** The next one, if another has opened. */
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  /** Where the tab is now, if it moved. */
  readonly url?: string
  readonly title?: string
  /** It moved, to an address too long for an answer without diff. */
  readonly moved?: boolean
  readonly settled?: boolean
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface CallToolParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** As the view lists it. */
  readonly name: string
  /** By the names it takes. */
  readonly input?: {
    readonly [name: string]: unknown
  }
  /** Of several with that name: a part of the address of the frame that offers it. */
  readonly frame?: string
  readonly format?: 'json' | 'outline'
  readonly maxTokens?: number
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface CallToolResult {
  /** What the tool answered: text of the page, or JSON. */
  readonly text?: string
  /** The tool says that it failed, or threw. */
  readonly isError?: boolean
  /** The tool is a form: it was filled, and is not sent. */
  readonly filled?: boolean
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  readonly changed?: {
    readonly added?: readonly (Element)[]
    readonly changed?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
      /** Only if there is no name; otherwise the description. */
      readonly title?: string
      readonly description?: string
      /** Fields that changed, before. */
      readonly was: {
        readonly [name: string]: unknown
      }
      /** The same fields, after. */
      readonly now: {
        readonly [name: string]: unknown
      }
    })[]
    readonly removed?: readonly ({
      /** If it was ever shown. */
      readonly id?: string
      readonly role: string
      readonly name?: string
      readonly title?: string
      readonly description?: string
    })[]
    /** Parts whose contents were built again just as they were: told if nothing else is. */
    readonly redrawn?: readonly ({
      readonly id: string
      readonly role: string
      readonly name?: string
    })[]
    /** Elements that a modal dialog has put out of reach until it is closed; none of them is in removed. */
    readonly behind?: number
    /** Elements that are in reach again, with their ids, since a modal dialog has closed; what differs is in changed. */
    readonly back?: number
    /** Changes that are not listed. */
    readonly more?: number
  }
  readonly outline?: string
  /** The tool waits for it; its answer is lost. */
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  /** Where the tab is now, if it moved. */
  readonly url?: string
  readonly title?: string
  /** It moved, to an address too long for an answer without diff. */
  readonly moved?: boolean
  readonly settled?: boolean
  /** Revision of the tree in the answer. */
  readonly revision?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface EmulateParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** Of the viewport, in CSS pixels; with height. */
  readonly width?: number
  /** With width. */
  readonly height?: number
  /** Device pixels for a CSS pixel. */
  readonly scale?: number
  /** Lay out as a phone does, by the viewport tag. */
  readonly mobile?: boolean
  /** Have a touch screen. */
  readonly touch?: boolean
  readonly colorScheme?: 'light' | 'dark'
  /** The user wants little to move. */
  readonly reducedMotion?: boolean
  /** Such as de-DE: formats, navigator.language and Accept-Language. */
  readonly locale?: string
  /** Such as Asia/Tokyo. */
  readonly timezone?: string
  /** With longitude; see `permissions` too. */
  readonly latitude?: number
  /** With latitude. */
  readonly longitude?: number
  /** Of the place, in metres. Default 10. */
  readonly accuracy?: number
  /** In ASCII. */
  readonly userAgent?: string
  readonly network?: 'offline' | 'slow-3g' | 'fast-3g' | 'slow-4g' | 'fast-4g'
  /** Instead of that of `network`. */
  readonly latencyMs?: number
  /** Kilobits a second, instead of those of `network`; 0 is no limit. */
  readonly downloadKbps?: number
  /** The same of what is sent. */
  readonly uploadKbps?: number
  /** Undo these first; what is named beside them holds then. */
  readonly reset?: readonly ('all' | 'size' | 'touch' | 'colorScheme' | 'reducedMotion' | 'locale' | 'timezone' | 'place' | 'userAgent' | 'network')[]
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface EmulateResult {
  readonly tab: string
  /** All that holds in the tab now; empty if it is as the browser has it. */
  readonly holds: {
    /** Of the viewport, in CSS pixels; with height. */
    readonly width?: number
    /** With width. */
    readonly height?: number
    /** Device pixels for a CSS pixel. */
    readonly scale?: number
    /** Lay out as a phone does, by the viewport tag. */
    readonly mobile?: boolean
    /** Have a touch screen. */
    readonly touch?: boolean
    readonly colorScheme?: 'light' | 'dark'
    /** The user wants little to move. */
    readonly reducedMotion?: boolean
    /** Such as de-DE: formats, navigator.language and Accept-Language. */
    readonly locale?: string
    /** Such as Asia/Tokyo. */
    readonly timezone?: string
    /** With longitude; see `permissions` too. */
    readonly latitude?: number
    /** With latitude. */
    readonly longitude?: number
    /** Of the place, in metres. Default 10. */
    readonly accuracy?: number
    /** In ASCII. */
    readonly userAgent?: string
    readonly network?: 'offline' | 'slow-3g' | 'fast-3g' | 'slow-4g' | 'fast-4g'
    /** Instead of that of `network`. */
    readonly latencyMs?: number
    /** Kilobits a second, instead of those of `network`; 0 is no limit. */
    readonly downloadKbps?: number
    /** The same of what is sent. */
    readonly uploadKbps?: number
  }
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface PdfParams {
  /** Default: the selected tab. */
  readonly tab?: string
  readonly paper?: 'a3' | 'a4' | 'a5' | 'letter' | 'legal'
  readonly landscape?: boolean
  /** Only these, such as 1-3,5. */
  readonly pages?: string
  readonly scale?: number
  /** With background colours and pictures. */
  readonly background?: boolean
  /** In the answer, instead of a file. */
  readonly inline?: boolean
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface PdfResult {
  readonly tab: string
  /** The file, readable only by its owner, on the daemon's machine. The oldest are eventually removed, and all when the daemon ends: copy what is to stay, or ask for it inline (ix … --out FILE). */
  readonly path?: string
  /** With inline: the file in base64. */
  readonly data?: string
  readonly pages: number
  readonly bytes: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface RouteParams {
  readonly action?: 'list' | 'add' | 'remove'
  /** For add: whole urls, * for any text: https://example.com/api/* */
  readonly url?: string
  /** Default: the selected tab. */
  readonly tab?: string
  /** Only these, such as POST. */
  readonly method?: string
  /** Only these: document, script, image, fetch, … */
  readonly type?: string
  /** Fail the request. */
  readonly block?: boolean
  /** Answer so; with headers and body. Default 200. */
  readonly status?: number
  /** Of the answer: `Name: value`. */
  readonly headers?: readonly (string)[]
  /** Of the answer. */
  readonly body?: string
  /** Send these, `Name: value`; one without a value is left out. */
  readonly requestHeaders?: readonly (string)[]
  /** Basic authentication, with password; for one site. */
  readonly username?: string
  /** Never shown. */
  readonly password?: string
  /** For remove. Default: all of the tab. */
  readonly id?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface RouteResult {
  readonly tab: string
  /** The id of the new one. */
  readonly added?: string
  /** All of the tab, oldest first. */
  readonly routes: readonly ({
    readonly id: string
    readonly url: string
    readonly method?: string
    readonly type?: string
    /** `block`, `answer 200`, `send X-Name`, `leave out X-Name` or `sign in`; never values of headers. */
    readonly does: string
    /** Requests that it has changed. */
    readonly used: number
  })[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface PermissionsParams {
  readonly action?: 'list' | 'grant' | 'deny' | 'reset'
  /** For reset, by default all that were set. */
  readonly names?: readonly ('clipboard-read' | 'clipboard-write' | 'geolocation' | 'notifications' | 'camera' | 'microphone' | 'midi' | 'persistent-storage' | 'screen-wake-lock' | 'local-fonts' | 'idle-detection' | 'window-management')[]
  /** Default: the selected tab. */
  readonly tab?: string
  /** Default: that of the page. */
  readonly origin?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface PermissionsResult {
  readonly tab: string
  /** All that were set in its context, of every site. */
  readonly permissions: readonly ({
    readonly origin: string
    readonly name: string
    readonly setting: 'granted' | 'denied'
  })[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface StorageParams {
  readonly action: 'save' | 'load'
  /** Absolute path on the daemon's machine; in the form of Playwright's storageState. */
  readonly file: string
  /** For save. Default: the selected tab. */
  readonly tab?: string
  /** own: cookies of its own. */
  readonly context?: 'shared' | 'own'
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface StorageResult {
  readonly file: string
  /** How many; never which. */
  readonly cookies: number
  /** Whose storage it has. */
  readonly origins: readonly (string)[]
  /** Database records that the form cannot hold. */
  readonly left?: number
  /** The new tab, now selected. */
  readonly opened?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface ClipboardParams {
  readonly action?: 'read' | 'write'
  /** For write, like the others. */
  readonly text?: string
  /** Absolute paths. */
  readonly files?: readonly (string)[]
  /** Absolute path of a PNG file. */
  readonly picture?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface ClipboardResult {
  /** The text; if long, a preview. */
  readonly text?: string
  readonly files?: readonly (string)[]
  readonly picture?: {
    /** A PNG file of the daemon, removed when it ends. */
    readonly path: string
    readonly bytes: number
  }
  readonly written?: readonly ('text' | 'files' | 'picture')[]
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface LeaseParams {
  /** take again renews; release without a target: all of yours. */
  readonly action?: 'list' | 'take' | 'release'
  /** Tab id from `tabs`. */
  readonly tab?: string
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** Told to whoever is locked out. */
  readonly purpose?: string
  /** Such as 30s, 5m; at most 1h. */
  readonly ttl?: string
  readonly expectation?: Expectation
}

export interface LeaseResult {
  /** All, with list; otherwise those taken or released. */
  readonly leases: readonly ({
    readonly target: string
    /** The agent. */
    readonly holder: string
    /** Of this session. */
    readonly own?: boolean
    readonly purpose: string
    readonly leftMs: number
  })[]
  readonly released?: boolean
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface EvaluateParams {
  /** Default: the selected tab. */
  readonly tab?: string
  /** Answers its last expression, or what it returns. */
  readonly script: string
  /** Passed to the function; `element` in other scripts. */
  readonly elementId?: string
  /** Instead of elementId: where and what; must fit exactly one element, hidden ones included. */
  readonly find?: {
    /** Where to look. Default: what the other names imply, otherwise the current tab or what is focused. */
    readonly scope?: 'system' | 'application' | 'focused' | 'position' | 'element' | 'tab'
    /** Application id or name from `apps`. */
    readonly bundleId?: string
    /** Tab id from `tabs`. */
    readonly tab?: string
    /** Id from an earlier answer. */
    readonly elementId?: string
    /** Screen point; page pixels with `tab`. */
    readonly x?: number
    readonly y?: number
    /** All must match; case, width and accents do not count. */
    readonly filter?: {
      /** AX word, short word or subrole. */
      readonly role?: string
      /** Title contains this. */
      readonly titleContains?: string
      /** Value contains this. */
      readonly valueContains?: string
      /** Description contains this. */
      readonly descriptionContains?: string
      /** Identifier contains this. */
      readonly identifierContains?: string
      /** Any text field contains this. */
      readonly anyFieldContains?: string
    }
    /** Kinds; any imposes none. */
    readonly elementTypes?: readonly ('button' | 'checkbox' | 'radio' | 'textfield' | 'dropdown' | 'slider' | 'link' | 'tab' | 'any')[]
    /** Of several: the one in the row with this text. */
    readonly near?: string
    /** Of several: this one, from 1. */
    readonly nth?: number
  }
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface EvaluateResult {
  /** The value, if it is JSON of at most 2,000 characters; undefined fields are omitted. */
  readonly result?: unknown
  /** Otherwise: a small value that is not JSON as a console shows it (`undefined`, `NaN`, `123n`, `Map(2) {"a" => 1}`, `function …`, `TypeError: …`, `[circular]`), nodes as `<tag id=#id class=.a.b> @ (x,y) WxH` in pixels of their frame, never with values; or a summary of a large value: the beginning of a text, `Array(n) [first 3, … more]`, `Object(n) {its keys}`, a list of nodes one per line. */
  readonly preview?: string
  /** As from typeof; for objects null, array, node, error, object, or the name of their class. */
  readonly type?: string
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  /** Opened by the script, which continues once it is answered; then there is no value. */
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  /** Cheaper calls with the same answer: at the first script of a session, and at similar ones. */
  readonly tips?: readonly (string)[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface EvalDefineFunctionParams {
  /** Default: the selected tab. */
  readonly tab?: string
  readonly name: string
  /** Such as (a, b) => a + b. */
  readonly source: string
  /** If the name has another source. */
  readonly replace?: boolean
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface EvalDefineFunctionResult {
  /** `✓ Function defined: NAME`. */
  readonly message: string
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface EvalCallFunctionParams {
  /** Default: the selected tab. */
  readonly tab?: string
  readonly name: string
  /** JSON list of arguments. */
  readonly argsJson?: string
  /** Its first argument, in its frame. */
  readonly elementId?: string
  /** Time limit in ms. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface EvalCallFunctionResult {
  /** The value, if it is JSON of at most 2,000 characters; undefined fields are omitted. */
  readonly result?: unknown
  /** Otherwise: a small value that is not JSON as a console shows it (`undefined`, `NaN`, `123n`, `Map(2) {"a" => 1}`, `function …`, `TypeError: …`, `[circular]`), nodes as `<tag id=#id class=.a.b> @ (x,y) WxH` in pixels of their frame, never with values; or a summary of a large value: the beginning of a text, `Array(n) [first 3, … more]`, `Object(n) {its keys}`, a list of nodes one per line. */
  readonly preview?: string
  /** As from typeof; for objects null, array, node, error, object, or the name of their class. */
  readonly type?: string
  /** Characters of the whole; only with a preview. */
  readonly totalLength?: number
  /** Characters of the preview. */
  readonly shownLength?: number
  /** True for a preview. */
  readonly truncated?: boolean
  /** Fetches the whole once, by `confirm`. */
  readonly confirmToken?: string
  /** How to get the rest, or less. */
  readonly hint?: string
  /** Opened by the script, which continues once it is answered; then there is no value. */
  readonly dialog?: {
    /** alert, confirm, prompt or beforeunload; unknown if it was open before the tab was first looked at. */
    readonly type: string
    readonly message: string
    /** The default answer of a prompt, used by accept without a text. */
    readonly value?: string
  }
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface EvalListFunctionsParams {
  /** Default: the selected tab. */
  readonly tab?: string
  readonly expectation?: Expectation
}

export interface EvalListFunctionsResult {
  readonly functions: readonly ({
    readonly name: string
    /** Its first line. */
    readonly source: string
    /** Characters of the source. */
    readonly length: number
  })[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface ConfirmParams {
  readonly confirmToken: string
  readonly expectation?: Expectation
}

export interface ConfirmResult {
  readonly content: string
  readonly totalLength?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface SessionParams {
  /** pause: actions are refused until resume, or until the session that paused ends; reading goes on. */
  readonly action?: 'show' | 'end' | 'list' | 'pause' | 'resume'
  /** From list. Default: this one for show and end, all for resume, all others for pause. */
  readonly id?: string
  readonly expectation?: Expectation
}

export interface SessionResult {
  /** Omitted for the session of all calls that name none. */
  readonly name?: string
  /** The current tab. */
  readonly selected?: string
  /** Tabs that it works in. */
  readonly holds: readonly (string)[]
  readonly ended?: boolean
  /** With list, pause and resume: all there are. */
  readonly sessions?: readonly ({
    readonly id: string
    readonly agent: string
    /** Omitted for the one of all calls that name none. */
    readonly name?: string
    readonly paused?: boolean
    /** It is the one that asks. */
    readonly own?: boolean
  })[]
  /** Sessions that begin now are paused too. */
  readonly allPaused?: boolean
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface StatusParams {
  /** Also test what cannot be seen by looking, as ix doctor does: on macOS the front window moves by a point and back. */
  readonly probe?: boolean
  /** Let the system ask the person for missing permissions (macOS). */
  readonly prompt?: boolean
  readonly expectation?: Expectation
}

export interface StatusResult {
  readonly version: string
  readonly pid: number
  readonly uptimeMs: number
  readonly socket?: string
  readonly url?: string
  readonly platforms: readonly ({
    readonly name: string
    readonly available: boolean
    readonly reason?: string
    readonly remedy?: string
    readonly detail?: {
      readonly [name: string]: unknown
    }
    /** Each thing the platform needs from the system. */
    readonly findings?: readonly ({
      readonly what: string
      readonly state: 'ok' | 'missing' | 'note'
      readonly detail: string
      readonly remedy?: string
    })[]
  })[]
  readonly trees?: readonly ({
    readonly [name: string]: unknown
  })[]
  readonly memory?: {
    readonly [name: string]: number
  }
  readonly config?: {
    readonly [name: string]: unknown
  }
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface QuestionsParams {
  readonly action?: 'list' | 'answer' | 'say'
  /** From list. */
  readonly id?: string
  /** always: yes, and not asked again for the same. */
  readonly answer?: 'yes' | 'no' | 'always'
  /** To a question for a text, or with say. It is written nowhere. */
  readonly text?: string
  /** With say: the element that the words are about. */
  readonly about?: string
  /** With say: for this one, by its id, not for whichever waits first. */
  readonly to?: string
  readonly expectation?: Expectation
}

export interface QuestionsResult {
  /** With say: an agent was waiting, and has it. Otherwise the next that waits gets it. */
  readonly taken?: boolean
  /** All that are open, oldest first. */
  readonly questions: readonly ({
    readonly id: string
    readonly kind: 'act' | 'text'
    readonly agent: string
    readonly session: string
    /** What the client calls its session. */
    readonly name?: string
    /** What stands in quotes comes from the screen. */
    readonly text: string
    readonly answers: readonly ('yes' | 'no' | 'always')[]
    /** How long it waits in all. */
    readonly seconds: number
    readonly until: string
  })[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface BrowserParams {
  /** tabs: those that the person has open, with titles. join: for the extension that lends tabs. */
  readonly action?: 'list' | 'attach' | 'detach' | 'tabs' | 'lend' | 'take_back' | 'join'
  /** For attach and detach: the browser, such as chrome or brave. Default: the only one; all. */
  readonly name?: string
  /** For lend: a tab, from tabs. */
  readonly handle?: string
  /** For take_back: the id of a tab that is lent. */
  readonly tab?: string
  /** For join: where the browser answers. */
  readonly socket?: string
  /** For attach: how long to wait for the person, in ms. Default: 60000. */
  readonly timeoutMs?: number
  readonly expectation?: Expectation
}

export interface BrowserResult {
  /** Those that the person has open. */
  readonly browsers: readonly ({
    readonly name: string
    /** off: remote debugging is not allowed there. lending: only single tabs, by its extension. */
    readonly state: 'off' | 'allowed' | 'asking' | 'attached' | 'lending'
    /** Its application id, once attached. */
    readonly id?: string
  })[]
  /** For tabs. */
  readonly theirs?: readonly ({
    readonly handle: string
    readonly browser: string
    readonly title: string
    readonly url: string
    /** Its tab id, while it is lent. */
    readonly tab?: string
  })[]
  /** The id of the tab. */
  readonly lent?: string
  readonly detached?: readonly (string)[]
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface AgentsParams {
  readonly action?: 'list' | 'add' | 'allow' | 'revoke'
  /** Lower-case letters, digits, dots and dashes. */
  readonly name?: string
  /** What it may do; each includes the ones before it. */
  readonly permissionScope?: 'read' | 'interact' | 'evaluate' | 'admin'
  /** Only these applications, by id or name; * stands for any text. */
  readonly apps?: readonly (string)[]
  /** Only tabs that show these hosts, such as *.example.com or localhost:3000. */
  readonly sites?: readonly (string)[]
  /** Absolute paths of folders whose files it may upload. */
  readonly folders?: readonly (string)[]
  /** What is refused otherwise. */
  readonly allow?: readonly ('file_pages' | 'browser_pages' | 'password_managers')[]
  /** What it asks the person about first: words on what is acted upon, hosts, or applications. */
  readonly ask?: readonly (string)[]
  /** Time to live, such as 30m, 8h or 7d. Without it, until it is revoked. */
  readonly ttl?: string
  readonly expectation?: Expectation
}

export interface AgentsResult {
  /** All, with list; otherwise the affected one. */
  readonly agents: readonly ({
    readonly name: string
    readonly permissionScope?: 'read' | 'interact' | 'evaluate' | 'admin'
    /** Only these applications, by id or name; * stands for any text. */
    readonly apps?: readonly (string)[]
    /** Only tabs that show these hosts, such as *.example.com or localhost:3000. */
    readonly sites?: readonly (string)[]
    /** Absolute paths of folders whose files it may upload. */
    readonly folders?: readonly (string)[]
    /** What is refused otherwise. */
    readonly allow?: readonly ('file_pages' | 'browser_pages' | 'password_managers')[]
    /** What it asks the person about first: words on what is acted upon, hosts, or applications. */
    readonly ask?: readonly (string)[]
    /** When it ends by itself. */
    readonly until?: string
    /** Its file cannot be read: it may do nothing. */
    readonly damaged?: boolean
  })[]
  /** For Authorization: Bearer over HTTP. Shown once, and not kept. */
  readonly token?: string
  readonly revoked?: boolean
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface RecordParams {
  /** start: also record the changes of each interact, until stop. */
  readonly action?: 'snapshot' | 'start' | 'stop'
  /** Application id or name from `apps`. */
  readonly bundleId?: string
  /** Tab id from `tabs`. */
  readonly tab?: string
  readonly expectation?: Expectation
}

export interface RecordResult {
  readonly recording?: {
    readonly [name: string]: unknown
  }
  readonly elements?: number
  readonly changes?: number
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
}

export interface DiscoverParams {
  readonly expectation?: Expectation
}

export interface DiscoverResult {
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly (DownloadReport)[]
  readonly tabs?: readonly (OpenTab)[]
  /** What the call changed: lists, or an outline. */
  readonly changed?: {
    readonly [name: string]: unknown
  }
  /** A line of script with Playwright's API that repeats the call. */
  readonly code?: string
  /** Parts of `expectation` that this target or method cannot provide. */
  readonly ignored?: readonly (string)[]
  /** The current tab, if the call was about it without naming it. */
  readonly tab?: string
  /** True for a recording: nothing that is shown or done is real. */
  readonly recorded?: boolean
  readonly [name: string]: unknown
}

/** One function for each method. */
export interface Methods {
  /** Find the elements of a scope, filtered, in few tokens. */
  explore(params?: ExploreParams, options?: { readonly signal?: AbortSignal }): Promise<ExploreResult>
  /** Everything about one element: attributes, states, capabilities, actions, frame; on a tab its DOM and selectors. */
  expand(params?: ExpandParams, options?: { readonly signal?: AbortSignal }): Promise<ExpandResult>
  /** Act on an element, or in several steps, and learn what changed. */
  interact(params?: InteractParams, options?: { readonly signal?: AbortSignal }): Promise<InteractResult>
  /** Wait until a filter matches or stops matching, an element has a state, or the person says something. */
  wait(params?: WaitParams, options?: { readonly signal?: AbortSignal }): Promise<WaitResult>
  /** List, launch, activate, hide or quit applications. */
  apps(params?: AppsParams, options?: { readonly signal?: AbortSignal }): Promise<AppsResult>
  /** List, open, close or select browser tabs; attach: use the person's own browser. */
  tabs(params?: TabsParams, options?: { readonly signal?: AbortSignal }): Promise<TabsResult>
  /** Go to a url, back, forward, reload or stop; shows the page. */
  navigate(params?: NavigateParams, options?: { readonly signal?: AbortSignal }): Promise<NavigateResult>
  /** Picture of a tab, its full page, a window, element or the screen, as a file or inline; can show ids. */
  screenshot(params?: ScreenshotParams, options?: { readonly signal?: AbortSignal }): Promise<ScreenshotResult>
  /** Rendered text of a page or of one element; over 2,000 characters a preview. */
  text(params?: TextParams, options?: { readonly signal?: AbortSignal }): Promise<TextResult>
  /** Can an element be seen: hidden by what, in the viewport, clipped, covered by what, and what to do. */
  visibility(params?: VisibilityParams, options?: { readonly signal?: AbortSignal }): Promise<VisibilityResult>
  /** How two elements of a tab or application are positioned, in px: edges, centers, gap or overlap, size. */
  alignment(params: AlignmentParams, options?: { readonly signal?: AbortSignal }): Promise<AlignmentResult>
  /** What a page logged, also before the first call, newest last: messages, uncaught errors, browser warnings; a preview with a confirmToken over 2,000 characters. */
  console(params?: ConsoleParams, options?: { readonly signal?: AbortSignal }): Promise<ConsoleResult>
  /** Requests of a page, newest last, from the first call on; with `id` headers, data sent and body of one. Passwords, tokens and cookies are [redacted]. */
  network(params?: NetworkParams, options?: { readonly signal?: AbortSignal }): Promise<NetworkResult>
  /** Files that a tab downloads, newest last: state, size, and where each was saved. */
  downloads(params?: DownloadsParams, options?: { readonly signal?: AbortSignal }): Promise<DownloadsResult>
  /** Accept or dismiss the dialog open in a tab, and learn what changed. */
  dialog(params: DialogParams, options?: { readonly signal?: AbortSignal }): Promise<DialogResult>
  /** Call a tool that a page offers (WebMCP), and learn what it answered and what changed. */
  callTool(params: CallToolParams, options?: { readonly signal?: AbortSignal }): Promise<CallToolResult>
  /** Make a tab see another device, place or network: size, touch, dark, locale, time zone, geolocation, user agent, slow or offline. Holds across pages until reset, or until the session ends. */
  emulate(params?: EmulateParams, options?: { readonly signal?: AbortSignal }): Promise<EmulateResult>
  /** Print the page of a tab to a PDF file, as its print style sheets want it. */
  pdf(params?: PdfParams, options?: { readonly signal?: AbortSignal }): Promise<PdfResult>
  /** Come between a tab and its servers: block requests, answer them yourself, send other headers, or sign in to a site. The newest route that fits decides; all end with the session. */
  route(params?: RouteParams, options?: { readonly signal?: AbortSignal }): Promise<RouteResult>
  /** Grant or deny a site what it would ask the person for: clipboard, place, camera, notifications. For the context of the tab, until reset or the end of the session. */
  permissions(params?: PermissionsParams, options?: { readonly signal?: AbortSignal }): Promise<PermissionsResult>
  /** Save the sign-in state of a tab (cookies and storage of its context) to a file, or load it into a new tab. */
  storage(params: StorageParams, options?: { readonly signal?: AbortSignal }): Promise<StorageResult>
  /** Read or write the clipboard of the desktop: text, files, a picture. */
  clipboard(params?: ClipboardParams, options?: { readonly signal?: AbortSignal }): Promise<ClipboardResult>
  /** Take a tab or application for yourself: others may look, and not act. List or release leases. */
  lease(params?: LeaseParams, options?: { readonly signal?: AbortSignal }): Promise<LeaseResult>
  /** Run a script in a page: expression, statements, or (el) => …, awaited. Answers the JSON value; a preview if it is large (with a confirmToken) or not JSON (nodes, functions, …); or the dialog it opened. */
  evaluate(params: EvaluateParams, options?: { readonly signal?: AbortSignal }): Promise<EvaluateResult>
  /** Define a function in a tab, once; it survives navigation and is private to you. */
  evalDefineFunction(params: EvalDefineFunctionParams, options?: { readonly signal?: AbortSignal }): Promise<EvalDefineFunctionResult>
  /** Call a defined function; answers like evaluate. */
  evalCallFunction(params: EvalCallFunctionParams, options?: { readonly signal?: AbortSignal }): Promise<EvalCallFunctionResult>
  /** List the functions that you defined in a tab. */
  evalListFunctions(params?: EvalListFunctionsParams, options?: { readonly signal?: AbortSignal }): Promise<EvalListFunctionsResult>
  /** Fetch the whole of an answer that came as a preview, once. */
  confirm(params: ConfirmParams, options?: { readonly signal?: AbortSignal }): Promise<ConfirmResult>
  /** Show what a session holds, or end it: its functions, own context and unseen tabs are closed with it. A person can pause sessions. */
  session(params?: SessionParams, options?: { readonly signal?: AbortSignal }): Promise<SessionResult>
  /** Health of the daemon: version, platforms and what they lack, warm trees, memory. */
  status(params?: StatusParams, options?: { readonly signal?: AbortSignal }): Promise<StatusResult>
  /** What agents ask the person and wait for, and what the person wants done with an element; only the owner may list, answer and say. */
  questions(params?: QuestionsParams, options?: { readonly signal?: AbortSignal }): Promise<QuestionsResult>
  /** The person's own browsers: attach to one, and lend tabs of theirs; only the owner may. */
  browser(params?: BrowserParams, options?: { readonly signal?: AbortSignal }): Promise<BrowserResult>
  /** List the agents with rights of their own; add one, allow it more, or revoke it. */
  agents(params?: AgentsParams, options?: { readonly signal?: AbortSignal }): Promise<AgentsResult>
  /** Record an application or tab, and what actions change in it, for the replay platform. Secure fields are left out. */
  record(params?: RecordParams, options?: { readonly signal?: AbortSignal }): Promise<RecordResult>
  /** The OpenRPC document of this API. */
  discover(params?: DiscoverParams, options?: { readonly signal?: AbortSignal }): Promise<DiscoverResult>
}

export interface ConnectOptions {
  /** The session that its calls belong to; by default one of its own, which `close` ends. */
  readonly session?: string
  /** A daemon elsewhere, such as `http://127.0.0.1:4733`; by default the one of this user, started if none runs. */
  readonly url?: string
  /** Needed with `url`. */
  readonly token?: string
  /** If false, a missing daemon is an error. */
  readonly start?: boolean
}

export interface Connection extends Methods {
  /** Of all its calls. */
  readonly sessionName: string
  /** Any method by its name on the wire. Throws CallError, NoDaemon, or the signal's reason. */
  call(method: string, params?: object, options?: { readonly signal?: AbortSignal }): Promise<unknown>
  /** Ends its session, with what that had opened unseen. */
  close(): Promise<void>
}

/** Sends nothing yet: a daemon that does not run is started by the first call. */
export declare function connect(options?: ConnectOptions): Connection

/** The method's error, as the daemon reported it: `name` is one of the documented errors, `hint` the next step. */
export declare class CallError extends Error {
  readonly name: string
  readonly code: number
  readonly hint: string | undefined
  readonly data: { readonly [key: string]: unknown }
}

/** None runs and none could be started, or it did not answer. */
export declare class NoDaemon extends Error {
  readonly name: 'NoDaemon'
}
