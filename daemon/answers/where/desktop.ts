/** Parts that only a platform with a desktop provides. */
import type { Advice } from '../../../api-schema/advice.ts'
import type { World } from '../../dispatch.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../problem.ts'

type Part = 'applications' | 'clipboard' | 'captureScreen'

/** The first available platform that has the part. Throws unsupported_here with the given message. */
export function desktopWith<P extends Part>(
  part: P,
  {
    message,
    hint = ['Call {status} for what each platform lacks.', 'The person can run `ix doctor` to see what is missing.'],
  }: { readonly message: string; readonly hint?: Advice },
  { platforms }: World,
): Platform & Required<Pick<Platform, P>> {
  const has = (one: Platform): one is Platform & Required<Pick<Platform, P>> => one[part] !== undefined
  const platform = platforms.filter(has).find((one) => one.status().available)
  if (platform !== undefined) return platform
  throw new Problem('unsupported_here', { message, hint })
}
