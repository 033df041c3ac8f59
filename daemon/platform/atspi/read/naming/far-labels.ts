/** Texts that a toolkit calls labels, and that are none: wxWidgets makes every text the label of what comes after it. */
import type { Frame } from '../../../../../api-schema/element.ts'
import { sharesLine } from '../../../naming/beside.ts'
import { whyNot } from '../../../naming/candidates.ts'
import { all } from '../read-item.ts'

type Box = Promise<Frame | undefined> | false

/** A button that says something itself has its label on its own line, as one that chooses a font. */
export async function dropFarLabels(
  labelsOf: Map<string, readonly string[]>,
  isButton: (id: string) => boolean,
  boxOf: (id: string) => Box,
): Promise<void> {
  const look = async ([id, labels]: [string, readonly string[]]) => {
    const [own, ...others] = await all([boxOf(id), ...labels.map(boxOf)])
    // Where it is not known where they are, what is said holds.
    const isOffLine = (box: Frame | false | undefined) => own && box && !sharesLine(own, box)
    const near = labels.filter(
      (text, at) => !whyNot({ text, from: 'label' }, { isOffLine: isOffLine(others[at]) === true }),
    )
    if (near.length === 0) labelsOf.delete(id)
    else labelsOf.set(id, near)
  }
  await all([...labelsOf].filter(([id]) => isButton(id)).map(look))
}
