/** What a person keeps to themselves in their own browser. */
import { Problem } from '../../../problem.ts'

export interface Theirs {
  readonly targetId: string
  readonly title: string
  readonly url: string
  readonly browserContextId: string
}

/** Their tabs, which nobody else learns about. */
export class TheirTabs {
  readonly #tabs = new Map<string, Theirs>()

  get all(): readonly Theirs[] {
    return [...this.#tabs.values()]
  }

  has(targetId: string): boolean {
    return this.#tabs.has(targetId)
  }

  note(tab: Theirs): void {
    this.#tabs.set(tab.targetId, tab)
  }

  /** Removes a tab that is no longer theirs, or gone. */
  take(targetId: string): Theirs | undefined {
    const tab = this.#tabs.get(targetId)
    this.#tabs.delete(targetId)
    return tab
  }

  clear(): void {
    this.#tabs.clear()
  }
}

export function theirsAlone(browser: string): Problem {
  return new Problem('not_allowed', {
    message: `The sign-in state and the permissions of ${browser} are its person's: they are neither read nor changed.`,
    hint: 'Open a tab with context "own" for that.',
  })
}

export function onlyLent(tab: string): Problem {
  return new Problem('not_allowed', {
    message: `Tab ${tab} is lent: its person closes it, or takes it back.`,
    hint: 'Leave it open; tabs that you opened yourself can be closed.',
  })
}

export function onlyLentTabs(browser: string): Problem {
  return new Problem('not_allowed', {
    message: `${browser} has only tabs that its person lent: no other can be opened there.`,
    hint: 'Use a tab that is lent, or name no browser.',
  })
}
