import {
  createLog,
  formatLine,
  holdLines,
  toStandardError,
  toStandardOutput,
  type LogFormat,
  type LogLevel,
} from './log.ts'

type Settings = { logLevel: LogLevel; timeZone?: string | undefined }
type Options = {
  print?: (line: string) => void
  record?: (line: string) => void
  logFormat?: LogFormat
}

export type Output = ReturnType<typeof openOutput>

/** What the process prints, logs and records. Lines wait until `open`, so the greeting is first. */
export function openOutput({ print = () => {}, record, logFormat = 'pretty' }: Options, settings: Settings) {
  const style = { format: logFormat, timeZone: settings.timeZone }
  const output = holdLines((line) => toStandardOutput(formatLine(line, style)))
  const errorOutput = holdLines((line) => toStandardError(formatLine(line, style)))
  // On a terminal, a line for each sale would scroll away the greeting with its URL.
  const isQuiet = logFormat === 'pretty' && settings.logLevel !== 'info'
  return {
    style,
    print,
    log: createLog(settings.logLevel, errorOutput.write),
    recordLine: record ?? (isQuiet || settings.logLevel === 'silent' ? () => {} : output.write),
    note: (line: object) => {
      if (logFormat === 'json') print(formatLine(JSON.stringify({ time: new Date().toISOString(), ...line }), style))
    },
    open: () => {
      output.open()
      errorOutput.open()
    },
  }
}
