/** Commands of `ix` that are not methods. */
import { allowances } from '../rights.ts'

export const localCommands: { readonly [name: string]: { readonly usage: string; readonly summary: string } } = {
  call: {
    usage: "ix call METHOD ['JSON']",
    summary: 'Send any request and print its result as JSON; - reads the parameters from stdin.',
  },
  doctor: {
    usage: 'ix doctor [--prompt] [--json]',
    summary: 'Show what is found and what is missing, and how to fix it; --prompt lets macOS ask for permissions.',
  },
  desktop: {
    usage: 'ix desktop [allow [--yes] | revoke]',
    summary:
      'Show what of a Linux desktop can be used. allow tells what it takes on KDE, and asks; --yes is for scripts of your own. revoke undoes it.',
  },
  attach: {
    usage: 'ix attach [BROWSER] [--tab]',
    summary:
      'Let agents use a browser that you have open, such as chrome or brave, with your sign-ins: it asks you first. --tab shows your tabs, to lend one or take it back.',
  },
  detach: { usage: 'ix detach [BROWSER]', summary: 'End what ix attach began; your tabs stay as they are.' },
  extension: {
    usage: 'ix extension install|remove [--in FOLDER]',
    summary:
      'Let the browser extension that lends single tabs start this program, in your browsers or in one with the profile folder FOLDER, and say where it is.',
  },
  replay: { usage: 'ix replay FILE', summary: 'Start the daemon on a recording.' },
  stop: { usage: 'ix stop', summary: 'Stop the daemon, and wait until it has ended.' },
  download: {
    usage: 'ix download [ID] FILE [--any TEXT …]',
    summary: 'Press what starts a download, wait until it is complete, and save it as FILE.',
  },
  watch: {
    usage: 'ix watch [--any TEXT …]',
    summary: 'Show what changes as it comes, until Control+C; the flags are those of explore.',
  },
  view: {
    usage: 'ix view [FILE] [--print] [--tab TAB] [--app APP] [--any TEXT]',
    summary:
      'Open a page that shows what agents see and do, and can pause them, or the trace FILE, until Control+C; --print prints the link, which works once; the other flags are those of explore.',
  },
  trace: {
    usage: 'ix trace --out FILE [--of SESSION] [--mask] [--max-mb N] | ix trace FILE --as ix|playwright [--of SESSION]',
    summary:
      'Write what sessions call, what it changes and pictures of it to FILE, until Control+C or until it has 100 MB, for ix view FILE; --mask keeps structure and lengths, and no text; --max-mb sets another limit. With --as, print what the trace FILE did as a script of ix do, or as a test for Playwright, which checks what was read back.',
  },
  logs: { usage: 'ix logs [--follow]', summary: "Show the end of the daemon's log." },
  completions: {
    usage: 'ix completions bash|zsh|fish',
    summary: 'Print the completions for a shell: source <(ix completions bash).',
  },
  version: { usage: 'ix version', summary: 'Print the version.' },
  service: {
    usage: 'ix service install|uninstall|start|stop|status|logs',
    summary: 'Run the daemon as a service: started by the first call, and again after a crash.',
  },
  mcp: {
    usage:
      'ix mcp [--groups page,scripts,browser] [--slim] [--read-only] [--agent NAME] [--allow WORDS] [--folders DIR] [--ask WORD]',
    summary: `Speak MCP on stdin and stdout, with the permission scope interact, or evaluate with the groups scripts and browser. --allow adds ${allowances.join(', ')}; files may be uploaded from --folders.`,
  },
  'browser install': {
    usage: 'ix browser install [VERSION] [--from URL]',
    summary: 'Fetch Chrome for Testing, for a machine without a browser; --from takes it from a mirror.',
  },
  install: {
    usage:
      'ix install HOST… [--print] [--remove] [--repair] [--groups page,scripts,browser] [--slim] [--read-only] [--agent NAME]',
    summary:
      "Enter `ix mcp`, with the flags given, in an agent's settings: claude, claude-desktop, codex, cursor, gemini, vscode, windsurf or zed; --print only shows the entry, --remove takes it out. --repair, with hosts or without, mends the entries whose paths are gone.",
  },
  help: { usage: 'ix help [COMMAND]', summary: 'Show this help, or that of one command.' },
}
