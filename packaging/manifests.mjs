/**
 * What other programs' catalogues and hosts want to know about this package, all made from `package.json`: pure
 * functions from it to the content of a file. `make.mjs` writes them, `npm run gen` those that are in the checkout.
 */

/** What a host starts: npx, which fetches the package and keeps it. */
export const started = ({ name }) => ({ command: 'npx', args: ['-y', name, 'mcp'] })

const title = 'Interface Explorer'
/** For the MCP registry; at most one hundred characters. */
const inOneLine = 'See and use desktop applications and browser tabs through their accessibility trees'
const skillFolder = './skills/'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/** Files in the checkout, by path: read by whoever installs the repository itself as a plugin or extension. */
export function inCheckout(pkg) {
  const { name, version, description, license } = pkg
  const mcpServers = { [name]: started(pkg) }
  const plugin = { name, version, description, license, author: { name: title }, skills: skillFolder, mcpServers }
  const marketplace = { name, owner: { name: title }, plugins: [{ name, source: './', description }] }
  const extension = { name, version, description, mcpServers, contextFileName: `skills/${name}/SKILL.md` }
  return {
    '.claude-plugin/plugin.json': json(plugin),
    '.claude-plugin/marketplace.json': json(marketplace),
    'gemini-extension.json': json(extension),
  }
}

/** Links that make a host ask its user whether to add it, in the form that each host's documentation gives. */
export function installLinks(pkg) {
  const config = Buffer.from(JSON.stringify(started(pkg))).toString('base64')
  const entry = encodeURIComponent(JSON.stringify({ name: pkg.name, ...started(pkg) }))
  return {
    Cursor: `https://cursor.com/en/install-mcp?name=${pkg.name}&config=${encodeURIComponent(config)}`,
    'VS Code': `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${entry}`)}`,
  }
}

/**
 * `server.json` of the MCP registry, schema of 2025-12-11. The registry takes it only if `mcpName` of the published
 * package is its `name`, which is therefore in `package.json` before that is published.
 */
export function serverJson({ name, version, mcpName, repository }) {
  return json({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title,
    description: inOneLine,
    version,
    repository: { url: repository, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  })
}

/**
 * `manifest.json` of an MCP bundle, version 0.3: the package and what it needs are in the folder `node_modules` next to
 * it.
 */
export function bundleManifest({ name, version, description, license, bin, engines, repository }) {
  const entry = `node_modules/${name}/${bin[name]}`
  return json({
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description,
    author: { name: title, url: repository },
    repository: { type: 'git', url: repository },
    license,
    server: {
      type: 'node',
      entry_point: entry,
      // The host puts the bundle's folder there.
      mcp_config: { command: 'node', args: [`\${__dirname}/${entry}`, 'mcp'] },
    },
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'linux'], runtimes: { node: engines.node } },
  })
}

/** A formula for Homebrew; `url` and `sha256` are those of the published tarball. */
export function formula({ name, description, license, repository, url, sha256 }) {
  const className = name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())
  return `class ${className} < Formula
  desc "${brewed(description)}"
  homepage "${repository}"
  url "${url}"
  sha256 "${sha256}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install "docs/ix.1"
  end

  service do
    run [opt_bin/"ixd"]
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ix --version")
  end
end
`
}

/** Homebrew wants a description of at most eighty characters, without a full stop. */
function brewed(description) {
  const [first] = description.replace(/[."]/g, '').split(/[:;] /)
  return first.slice(0, 80)
}

/** A PKGBUILD for the AUR. */
export function pkgbuild({ name, version, description, license, repository, url, sha256 }) {
  return `pkgname=${name}
pkgver=${version}
pkgrel=1
pkgdesc="${description}"
arch=('x86_64' 'aarch64')
url="${repository}"
license=('${license}')
depends=('nodejs')
makedepends=('npm')
optdepends=('chromium: tabs of a browser' 'at-spi2-core: applications of the desktop')
source=("$pkgname-$pkgver.tgz::${url}")
noextract=("$pkgname-$pkgver.tgz")
sha256sums=('${sha256}')

package() {
  npm install --global --prefix "$pkgdir/usr" --cache "$srcdir/npm-cache" "$srcdir/$pkgname-$pkgver.tgz"
  # npm writes the rights of who builds.
  find "$pkgdir/usr" -type d -exec chmod 755 {} +
  chown -R root:root "$pkgdir"
  install -Dm644 "$pkgdir/usr/lib/node_modules/$pkgname/LICENSE" "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
}
`
}
