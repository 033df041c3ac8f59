/**
 * What to do on which page. Texts are those that a person reads there; each names one control of its role. AdminLTE's
 * pages have none: its npm package comes without the plugins that move them.
 */
import type { Task } from './peer.ts'

export const tasks: { readonly [page: string]: readonly Task[] } = {
  'swagger-shop': [{ role: 'button', text: 'List account', shows: /Try it out/ }],
  'py-functions': [
    { role: 'link', text: 'truth testing procedure', shows: /Built-in Types — Python|Truth Value Testing/ },
  ],
  'py-contents': [
    { role: 'link', text: 'PEP 673: Self type', shows: /New In Python 3\.11 — Python|heading:? "?PEP 673/ },
  ],
  'git-log': [
    { role: 'link', text: 'git-worktree(1)', shows: /git-worktree\(1\) Manual Page|page: git-worktree\(1\)/ },
  ],
}
