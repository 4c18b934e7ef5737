/** What browsers and Node both have and the language itself does not: the rules use nothing else of either. */
declare class URL {
  constructor(address: string)
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly href: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}
declare function atob(base64: string): string
