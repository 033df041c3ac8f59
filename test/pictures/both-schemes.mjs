/** A page as it looks in light and in dark, as `NAME.png` and `NAME-dark.png` with few colours. */
import { join } from 'node:path'
import sharp from 'sharp'

/** `area`: answers what of the page is pictured, in its pixels; all that is in view if there is none. */
export async function pictureBoth(page, folder, name, area = async () => undefined) {
  await page.mouse.move(0, 0)
  for (const [colorScheme, suffix] of [
    ['light', ''],
    ['dark', '-dark'],
  ]) {
    await page.emulateMedia({ colorScheme })
    const file = join(folder, `${name}${suffix}.png`)
    const picture = await page.screenshot({ clip: await area() })
    await sharp(picture).png({ palette: true, effort: 10 }).toFile(file)
    console.log(`wrote ${file}`)
  }
}
