/** A text for the administrator with the commands in it as they are typed here: without npm, `TOPTILL_COMMAND` takes its place. */
export function asCalled(text: string, { TOPTILL_COMMAND: command }: NodeJS.ProcessEnv): string {
  if (!command) return text
  return text.replaceAll(/npm run ([a-z-]+)(?: --(?= ))?/g, `${command} $1`).replaceAll('[-- ', '[')
}
