/** `evaluate`: runs a script in a page. */
import { agreedScript } from '../answers/consent/consent.ts'
import { inOwnTurn } from '../answers/consent/turn.ts'
import { answerOf, optionsOf, sceneOf } from '../answers/content/scripted.ts'
import type { Handler } from '../dispatch.ts'

export const evaluate: Handler<'evaluate'> = async ({ script, ...asked }, call, world) => {
  const scene = await sceneOf(asked, call, world)
  await agreedScript(scene.warm, script, call)
  const tips = call.session.nudges.tipsFor({ tab: scene.tab, script, elementId: asked.elementId }, call.has)
  const outcome = await inOwnTurn(scene.warm, call, world, () =>
    scene.scripts.run(script, optionsOf(scene, call, world)),
  )
  return {
    ...answerOf(outcome, call, world),
    ...(tips.length > 0 && { tips }),
  }
}
