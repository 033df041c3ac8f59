import type { Application } from '../application.ts'
import { fossil } from './fossil.ts'
import { gnumeric } from './gnumeric.ts'
import { maildev } from './maildev.ts'
import { phpliteadmin } from './phpliteadmin.ts'
import { radicale } from './radicale.ts'
import { redisCommander } from './redis-commander.ts'
import { supervisor } from './supervisor.ts'
import { tiddlywiki } from './tiddlywiki.ts'
import { ungit } from './ungit.ts'
import { znc } from './znc.ts'

export const applications: readonly Application[] = [
  ...[tiddlywiki, maildev, ungit, redisCommander, fossil, radicale, supervisor, phpliteadmin, znc, gnumeric],
]
