/** The daemon's log on stderr: one JSON object per line, never screen texts, parameters or tokens. */
import { Problem } from '../problem.ts'
import { LogSink } from './log-sink.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The log that the daemon's parts use. Fields are names, ids, counts and durations. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface RootLog extends Log {
  /** Lines dropped since the start: a full disk or a closed pipe costs lines, never the daemon. */
  readonly dropped: number
  /** Writes what is buffered. `false` if the destination did not accept it in time. Never throws. */
  close(): Promise<boolean>
}

const closeMs = 500

/** `most`: size limit of a log file in bytes, as configured by whoever started the daemon. */
export function openLog(
  level: LogLevel,
  { fd = 2, most }: { readonly fd?: number; readonly most?: number | undefined } = {},
): RootLog {
  const sink = new LogSink(fd, most)
  const at = (name: 'debug' | 'info' | 'warn' | 'error') => {
    const isWritten = logLevels.indexOf(name) >= logLevels.indexOf(level)
    return (fields: object, msg: string) => {
      if (isWritten) sink.write(`${JSON.stringify({ level: name, time: new Date().toISOString(), ...fields, msg })}\n`)
    }
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    get dropped() {
      return sink.dropped
    },
    close: () => sink.drained(closeMs),
  }
}

/** V8 messages that contain program identifiers but no values. */
const safeMessage =
  /^(Cannot (read|set) properties of|.{0,80} is not (a function|defined|iterable|a constructor)$|Maximum call stack)/

/** The loggable part of an unexpected error: kind and location, never its text. */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  if (error instanceof Problem) return { type: 'Problem', name: error.name }
  const { code, syscall } = error as NodeJS.ErrnoException
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof syscall === 'string' && { syscall }),
    ...(safeMessage.test(error.message) && { message: error.message.slice(0, 200) }),
    at: frames.slice(0, 8).map((line) => line.trim()),
  }
}
