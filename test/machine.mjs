/** What the tests and benches need of the machine: the project's npm packages, Debian packages, documents to read. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { areInstalled, cache, npm } from '../clients/build/fetch-package.mjs'
import { findChromium } from './fixtures/find-chromium.mjs'
import {
  applications,
  hasKwin,
  hasMutter,
  hasPythonToolkits,
  hasTk,
  hasWayland,
  missingPrograms,
} from './fixtures/find-desktop.mjs'

/**
 * Each need: the Debian packages that meet it, how it is seen to be met, the variable by which the owner names a
 * program of their own, and the variable that tells the tests why it is not met.
 */
export const needs = {
  chromium: {
    packages: ['chromium'],
    met: () => findChromium() !== undefined,
    own: 'IX_CHROMIUM',
    skip: 'IX_SKIP_CHROMIUM',
  },
  chromedriver: {
    packages: ['chromium-driver'],
    met: () => !missingPrograms(['chromedriver']).includes('chromedriver'),
    skip: 'IX_SKIP_CHROMEDRIVER',
  },
  ...(process.platform === 'linux' && {
    desktop: {
      packages: [
        ...['at-spi2-core', 'dbus', 'openbox', 'x11-utils', 'xvfb'],
        ...['gnome-calculator', 'gtk-3-examples', 'gtk-4-examples', 'kcalc', 'lxterminal', 'mousepad'],
      ],
      met: () => missingPrograms([...applications, 'lxterminal']).length === 0,
      skip: 'IX_SKIP_DESKTOP',
    },
    /** Small programs in four toolkits, for laws that no application can show. */
    toolkits: {
      packages: ['python3-gi', 'gir1.2-gtk-3.0', 'gir1.2-gtk-4.0', 'python3-pyqt5', 'python3-pyqt6'],
      met: hasPythonToolkits,
      skip: 'IX_SKIP_TOOLKITS',
    },
    /** For the completions that are written for them. */
    shells: {
      packages: ['zsh', 'fish'],
      met: () => !['zsh', 'fish'].some((name) => missingPrograms([name]).includes(name)),
      skip: 'IX_SKIP_SHELLS',
    },
    /** Programs whose windows show no elements. */
    bare: { packages: ['xterm', 'python3-tk'], met: hasTk, skip: 'IX_SKIP_BARE' },
    /** Desktops without an X server. */
    wayland: {
      packages: ['weston', 'sway', 'xwayland', 'phoc', 'wl-clipboard', 'qtwayland5'],
      met: hasWayland,
      skip: 'IX_SKIP_WAYLAND',
    },
    /** For one errand of the bench: an application that is one small program. */
    fossil: {
      packages: ['fossil'],
      met: () => !missingPrograms(['fossil']).includes('fossil'),
      skip: 'IX_SKIP_FOSSIL',
    },
    /** KDE's compositor: 91 MB, with what it needs. */
    kwin: { packages: ['kwin-wayland'], met: hasKwin, skip: 'IX_SKIP_KWIN' },
    /** Builds the stub over which the macOS platform is tested. */
    compiler: {
      packages: ['gcc', 'libc6-dev'],
      met: () => missingPrograms(['cc']).length === 0,
      skip: 'IX_SKIP_COMPILER',
    },
  }),
}
/** Only for `npm run test:desktop-full` and the benches: large applications, and the tools that others read them with. */
export const fullDesktop = {
  libreoffice: {
    packages: ['libreoffice-calc', 'libreoffice-writer', 'libreoffice-gtk3'],
    met: () => missingPrograms(['localc', 'lowriter']).length === 0,
    skip: 'IX_SKIP_LIBREOFFICE',
  },
  firefox: {
    packages: ['firefox-esr'],
    met: () => missingPrograms(['firefox-esr']).length === 0,
    skip: 'IX_SKIP_FIREFOX',
  },
  dogtail: {
    packages: ['python3-pyatspi', 'python3-dogtail'],
    met: () =>
      spawnSync('/usr/bin/python3', ['-c', 'import dogtail.config, pyatspi'], { stdio: 'ignore' }).status === 0,
    skip: 'IX_SKIP_DOGTAIL',
  },
}
/** Only for `npm run test:all`: GNOME's compositor, 12 MB, for which Debian wants WebKit, another 100 MB. */
export const all = {
  ...(process.platform === 'linux' && {
    mutter: {
      packages: ['mutter', 'pipewire', 'wireplumber', 'gstreamer1.0-tools', 'gstreamer1.0-pipewire'],
      met: hasMutter,
      skip: 'IX_SKIP_MUTTER',
    },
  }),
}
/** Only for benches: documents that no one here wrote. */
export const documents = {
  'python3-doc': { packages: ['python3-doc'], met: () => existsSync('/usr/share/doc/python3-doc/html') },
  'postgresql-doc': { packages: ['postgresql-doc'], met: () => folderLike('/usr/share/doc', /^postgresql-doc-\d+$/) },
  'git-doc': { packages: ['git-doc'], met: () => existsSync('/usr/share/doc/git-doc') },
}

function folderLike(parent, pattern) {
  return existsSync(parent) && readdirSync(parent).some((name) => pattern.test(name))
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}

function isDebian() {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release')) return false
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** The words before `apt-get` that give it the rights it needs; undefined where there are none to be had. */
function rights() {
  if (process.getuid?.() === 0) return []
  const asked = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
  return asked.status === 0 ? ['sudo', '-n'] : undefined
}

function apt(words, args) {
  const all = [...words, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-q']
  const options = ['-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=30', '-o', 'DPkg::Lock::Timeout=180']
  const [command, ...rest] = [...all, ...options, ...args]
  return run(command, rest, { timeout: 20 * 60_000 })
}

function installDebian(words, packages) {
  const install = () => apt(words, ['install', '--no-install-recommends', ...packages])
  const lists = '/var/lib/apt/lists'
  if (folderLike(lists, /_Packages/) && install()) return true
  return apt(words, ['update']) && install()
}

/** Meets what can be met, and answers for each need that is not met: why, and what to install. */
export function meet(wanted) {
  const open = Object.entries(wanted).filter(([, need]) => !need.met())
  if (open.length === 0) return {}
  const packages = open.filter(([, need]) => !process.env[need.own]).flatMap(([, need]) => need.packages)
  const words = isDebian() && packages.length > 0 ? rights() : undefined
  if (words !== undefined) {
    console.log(`installing ${packages.join(', ')} by apt-get …`)
    installDebian(words, packages)
  }
  const why = words !== undefined ? 'apt-get could not install it' : isDebian() ? 'no root rights' : 'not Debian'
  const unmet = open.filter(([, need]) => !need.met())
  return Object.fromEntries(unmet.map(([name, need]) => [name, missing(name, need, why)]))
}

function missing(name, need, why) {
  const command = `${isDebian() ? 'sudo apt-get install' : 'install'} ${need.packages.join(' ')}`
  if (need.own === undefined) return `${name} is missing (${why}): ${command}`
  const set = process.env[need.own]
  if (set) return `${name} is missing: ${need.own} is ${set}, which is not a program`
  return `${name} is missing (${why}): ${command}, or set ${need.own} to its program`
}

/** Answers whether all packages are there, also those for development. */
export function installPackages(root) {
  if (areInstalled(root, { development: true })) return true
  // A daemon may be running on those that it needs: where they are right, the others are put beside them.
  const isStarted = areInstalled(root, { development: false })
  const install = isStarted ? ['install', '--include=dev', '--no-save'] : ['ci', '--include=dev']
  console.log(`installing the packages for development (npm ${install.join(' ')}) …`)
  return npm([...install, '--ignore-scripts', '--no-audit', '--no-fund'], root)
}

/**
 * Packages of pages, without what they depend on: AdminLTE would bring 148 packages and 190 MB that its pages do not load,
 * and Swagger UI one that reports each installation.
 */
export const adminLte = {
  name: 'admin-lte@3.2.0',
  integrity: 'sha512-IDUfoU8jo9DVlB59lDEASAJXTesAEXDZ68DOHI3qg93r5ehVTkMl2x0ixgIyff8NiHeNYXpcOZh3tr6oGbvu9g==',
  folder: `${cache}/admin-lte-3.2.0`,
}
export const swaggerUi = {
  name: 'swagger-ui-dist@5.35.0',
  integrity: 'sha512-U06rpMtW9V3XPGOBeamTUSr0Z09jMX4IJuANpE/EZbAhw0G8CgwrzU4YmXkn/h0wCDNsXdGarTNNHC3sU8yVUQ==',
  folder: `${cache}/swagger-ui-dist-5.35.0`,
}
