/**
 * `node test/in-root.mjs ROOT test/platform/atspi/sway.test.ts …`, as root: tests on the desktops of another system, such as a newer Debian's,
 * which `debootstrap` has unpacked at ROOT, with the packages of CONTRIBUTING. It runs as a normal user there, with the Node of that
 * system. The checkout is shown at its own place, so long as the tests run. IX_GNOME_SHELL, IX_WLROOTS and IX_DESKTOP_QT are passed on.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [root = '', ...files] = process.argv.slice(2)
const checkout = fileURLToPath(new URL('..', import.meta.url))
/** Where what was compiled for tests is kept. */
const cache = join(checkout, 'node_modules/.cache')
const user = '1000:1000'
const passed = ['IX_GNOME_SHELL', 'IX_WLROOTS', 'IX_DESKTOP_QT'].filter((name) => process.env[name] !== undefined)

if (root === '' || files.length === 0 || process.getuid?.() !== 0) {
  console.error('usage, as root: node test/in-root.mjs ROOT FILE…')
  process.exit(2)
}
for (const folder of [join(root, checkout), cache]) mkdirSync(folder, { recursive: true })
const env = [
  'HOME=/tmp',
  'LANG=C.UTF-8',
  'PATH=/usr/bin:/bin',
  'TAP_TIMEOUT=600',
  ...passed.map((name) => `${name}=${process.env[name]}`),
]
const script = `set -e
root=$1 checkout=$2 cache=$3; shift 3
for one in proc sys dev; do mount --rbind /$one "$root/$one"; done
mount --bind "$checkout" "$root$checkout"
find "$cache" -type d -exec chmod a+rwx {} +
exec "$@"`
const inside = 'cd "$0" && for file; do node --import ./test/loader.mjs "$file" || failed=1; done; [ -z "$failed" ]'
const words = ['chroot', `--userspec=${user}`, root, 'env', '-i', ...env, 'sh', '-c', inside, checkout, ...files]
const own = ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', resolve(root), checkout, cache, ...words]
process.exitCode = spawnSync('unshare', own, { stdio: 'inherit' }).status ?? 1
