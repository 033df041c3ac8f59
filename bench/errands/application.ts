/** An application of the bench: how it starts with fresh data, its errands, and how others see that one is done. */

import type { Versions } from '../../test/fixtures/npm-packages.ts'
import type { Place } from './place.ts'

export interface Errand {
  readonly name: string
  /** In the words of a person who knows neither the tool nor the page. */
  readonly words: string
  /** Checked from outside: a file, a database, the application's own interface; for a question, the answer. */
  readonly done: (place: Place, answer: string) => boolean | Promise<boolean>
}

export interface Application {
  readonly name: string
  readonly npm?: Versions
  /** Programs that it needs, each with the Debian package that contains it. */
  readonly debian?: { readonly [program: string]: string }
  /** It has windows and no page. */
  readonly isDesktop?: true
  /**
   * Resolves when it can be used: with its address, or with what a person calls it. What it starts ends with the place.
   */
  readonly start: (place: Place) => Promise<string>
  /** An instance is started for each. */
  readonly errands: readonly Errand[]
}
