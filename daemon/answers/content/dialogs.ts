/** How answers show a dialog that blocks a tab. */
import { advise } from '../../../api-schema/advice.ts'
import type { Call } from '../../dispatch.ts'
import type { OpenDialog } from '../../platform/tab/dialog.ts'

export function dialogOf({ type, message, value }: OpenDialog): OpenDialog {
  return { type, message, ...(value !== undefined && { value }) }
}

/** The next call when a dialog blocks the tab. */
export function openedDialog(dialog: OpenDialog, { has }: Call): { dialog: OpenDialog; hint: string } {
  return { dialog: dialogOf(dialog), hint: advise('Call {interact} with action accept or dismiss.', has) }
}
