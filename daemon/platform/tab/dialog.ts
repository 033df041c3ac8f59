/** A page's dialog waiting for an answer. */
export interface OpenDialog {
  readonly type: string
  readonly message: string
  /** The default text of a prompt. */
  readonly value?: string
}

/** Stands for a dialog that was open before its tab was attached: the browser reports nothing about it. */
export const unseenDialog: OpenDialog = { type: 'unknown', message: 'open before the tab was first looked at' }

export function isUnseen({ type }: OpenDialog): boolean {
  return type === unseenDialog.type
}

/** One sentence. */
export function dialogWords(dialog: OpenDialog, tab?: string): string {
  const where = tab === undefined ? '' : ` in tab ${tab}`
  return isUnseen(dialog)
    ? `A dialog is open${where} since before the tab was first looked at: the browser does not tell what it asks.`
    : `A dialog (${dialog.type}) is open${where}: ${JSON.stringify(dialog.message)}.`
}
