/** What a row of the table of public reports for macOS has, and its programs and acts in few words. */

export interface ReportedAct {
  /** Text of the element, or a filter. */
  readonly on?: string | { readonly [name: string]: unknown }
  /** Left out: a view of the program has what `shows` says. */
  readonly action?: string
  readonly value?: string
  readonly keys?: string
  readonly path?: string
  readonly to?: object
  /** An effect, or the name of an error; several where each is true. Otherwise `confirmed`. */
  readonly says?: string | readonly string[]
  /** What the answer, or the view, has. */
  readonly shows?: RegExp
}

export interface Reported {
  /** Where it was reported: `owner/name#number`, several where they are of one kind. */
  readonly of: string
  readonly kind: string
  readonly program: string
  readonly acts: readonly ReportedAct[]
  /** Commands of the stub, and what they answer when all was done. */
  readonly truth: readonly (readonly [command: string, answer: RegExp])[]
  readonly todo?: string
}

export const inWindow = (...lines: readonly string[]) =>
  [
    '  AXWindow as=window title=Window main AXMinimized=false AXModal=false at=0,30,600,600',
    ...lines.map((line) => `    ${line}`),
  ]
    .join('\n')
    .concat('\n')
export const behind = (program: string) => `app pid=332 bundle=org.example.program title=Program\n${program}`
export const menuBar = (...lines: readonly string[]) =>
  ['  AXMenuBar at=0,0,1440,24', ...lines.map((line) => `    ${line}`)].join('\n').concat('\n')
export const button = 'AXButton as=save title=Save press=key:count:1 at=10,300,80,20'
export const count = 'AXStaticText as=count value="0" at=10,330,80,20'
export const set = (on: string, value: string, more: object = {}): ReportedAct => ({
  on,
  action: 'set_value',
  value,
  ...more,
})
export const type = (on: string, value: string, more: object = {}): ReportedAct => ({
  on,
  action: 'type',
  value,
  ...more,
})
export const click = (on: string, more: object = {}): ReportedAct => ({ on, action: 'click', ...more })
export const menu = (path: string, more: object = {}): ReportedAct => ({
  on: { role: 'AXWindow' },
  action: 'menu',
  path,
  ...more,
})
