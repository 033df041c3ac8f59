/** Everything there is to know about one element. */

import { words } from '../../basics/words.ts'
import type { Detail } from '../../platform.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isSecure, rolesOf } from '../wire/roles.ts'
import { plainText } from '../wire/values.ts'
import type { AppAccess } from './access.ts'

/** Already in the row, or meaningless on their own. */
const omitted = words(`AXRole AXSubrole AXTitle AXDescription AXValue AXHelp AXIdentifier
  AXPlaceholderValue AXRoleDescription AXEnabled AXFocused AXSelected AXPosition AXSize AXFrame AXURL`)
/** Attributes that contain what was typed. */
const typed = /Value|Text|Character|String|Contents/
const longest = 2000

export async function detailOf(app: AppAccess, ref: Ref): Promise<Detail> {
  const { attributes, settable } = await app.call('detail', { ref }, 2000)
  const secure = isSecure(rolesOf(attributes.AXRole, attributes.AXSubrole))
  const made: { [name: string]: string } = { ...app.mirror.row(ref)?.attributes }
  for (const [name, value] of Object.entries(attributes)) {
    if (omitted.has(name) || (secure && typed.test(name))) continue
    const text = plainText(value)
    if (text !== undefined) made[name] = text.length > longest ? `${text.slice(0, longest)}…` : text
  }
  if (settable.length > 0) made.settable = settable.join(' ')
  return { attributes: made }
}
