/** One measure: what it is, and its samples. */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge'
  samples: { labels?: Record<string, string>; value: number }[]
}

/** In the text format that Prometheus reads, version 0.0.4. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, value }) => `${name}${formatLabels(labels)} ${formatValue(value)}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function formatLabels(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const formatValue = (value: number) => (Number.isNaN(value) ? 'NaN' : String(value))
