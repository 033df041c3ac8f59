/**
 * `npm run packaging -- --tarball FILE --url URL [--repository URL] [--out FOLDER]`: what a release is announced with,
 * made from `package.json` and the tarball of `npm pack`, into `packaging/out/`:
 *
 *   server.json        for the MCP registry
 *   bundle/, *.mcpb    an MCP bundle: the package with all it needs, for each system it runs on
 *   NAME.rb            a formula for Homebrew
 *   PKGBUILD           for the AUR
 *
 * `--url`: where the tarball can be fetched once it is published. `--no-pack` leaves the bundle as a folder.
 * It publishes nothing.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleManifest, formula, pkgbuild, serverJson } from './manifests.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The bundle authors' own tool: it checks the manifest, and packs. */
const packer = '@anthropic-ai/mcpb@2.1.2'
/** ffi-rs has its native part in a package for each of these; npm installs only this machine's. */
const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-x64-gnu']

const { values } = parseArgs({
  options: {
    tarball: { type: 'string' },
    url: { type: 'string' },
    repository: { type: 'string' },
    out: { type: 'string', default: join(root, 'packaging/out') },
    'no-pack': { type: 'boolean', default: false },
  },
})

try {
  make()
} catch (error) {
  console.error(`packaging: ${error.message}`)
  process.exitCode = 1
}

function make() {
  const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const repository = values.repository ?? pkg.repository?.url?.replace(/^git\+|\.git$/g, '')
  const owner = /^https:\/\/github\.com\/([\w-]+)\/[\w.-]+$/.exec(repository ?? '')?.[1]
  if (owner === undefined)
    throw new Error(
      `--repository is ${repository ?? 'not given'}. Give https://github.com/OWNER/NAME, or set it in package.json.`,
    )
  if (!values.tarball || !existsSync(values.tarball))
    throw new Error(
      `--tarball is ${values.tarball ?? 'not given'}, and no such file is there. Run npm pack, and give what it wrote.`,
    )
  if (!values.url) throw new Error('--url is not given: where the tarball can be fetched once it is published.')
  const mcpName = `io.github.${owner.toLowerCase()}/${pkg.name}`
  if (pkg.mcpName !== undefined && pkg.mcpName !== mcpName)
    throw new Error(
      `mcpName of package.json is ${pkg.mcpName}, but the repository belongs to ${owner}: set ${mcpName}.`,
    )
  const sha256 = createHash('sha256').update(readFileSync(values.tarball)).digest('hex')
  const release = { ...pkg, repository, mcpName, sha256, url: values.url }
  const out = resolve(values.out)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'bundle'), { recursive: true })
  write(join(out, 'server.json'), serverJson(release))
  write(join(out, `${pkg.name}.rb`), formula(release))
  write(join(out, 'PKGBUILD'), pkgbuild(release))
  bundle(release, join(out, 'bundle'))
  if (!values['no-pack']) npx([packer, 'pack', join(out, 'bundle'), join(out, `${pkg.name}-${pkg.version}.mcpb`)])
  if (pkg.mcpName === undefined) console.log(`before it is published: npm pkg set mcpName=${mcpName}`)
}

function bundle(release, folder) {
  write(join(folder, 'manifest.json'), bundleManifest(release))
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--omit=dev', '--omit=peer', '--prefix', folder]
  npm(['install', ...quiet, resolve(values.tarball)])
  const version = JSON.parse(readFileSync(join(folder, 'node_modules/ffi-rs/package.json'), 'utf8')).version
  // Packages for other systems, which npm refuses to install: their tarballs are unpacked where ffi-rs looks for them.
  for (const system of systems) {
    const native = join(folder, 'node_modules/@yuuang', `ffi-rs-${system}`)
    if (existsSync(native)) continue
    mkdirSync(native, { recursive: true })
    const [{ filename }] = JSON.parse(
      npm(['pack', '--json', '--pack-destination', folder, `@yuuang/ffi-rs-${system}@${version}`]),
    )
    run('tar', ['-xzf', join(folder, filename), '-C', native, '--strip-components=1'])
    rmSync(join(folder, filename))
  }
}

function write(path, text) {
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}

function npm(args) {
  return run('npm', args)
}

function npx(args) {
  console.log(run('npx', ['-y', ...args]).trim())
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? (stderr || stdout).trim()}`)
  return stdout
}
