/** `GET /metrics`: counters as plain text, one per line. */

export interface Counts {
  /** By `method outcome`. */
  readonly calls: ReadonlyMap<string, number>
  /** By HTTP status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly gauges: { readonly [name: string]: number }
}

export function metricsText({ calls, statuses, gauges }: Counts): string {
  const lines = ['# TYPE ix_calls_total counter']
  for (const [key, count] of calls) {
    const [method, outcome] = key.split(' ')
    lines.push(`ix_calls_total{method="${method}",outcome="${outcome}"} ${count}`)
  }
  lines.push('# TYPE ix_http_responses_total counter')
  for (const [status, count] of statuses) lines.push(`ix_http_responses_total{status="${status}"} ${count}`)
  for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ix_${name} gauge`, `ix_${name} ${value}`)
  return `${lines.join('\n')}\n`
}
