/** Installations without npm have another command. */
export function asCalled(text: string, { TOPTILL_COMMAND: command }: NodeJS.ProcessEnv): string {
  if (!command) return text
  return text.replaceAll(/npm run ([a-z-]+)(?: --(?= ))?/g, `${command} $1`).replaceAll('[-- ', '[')
}
