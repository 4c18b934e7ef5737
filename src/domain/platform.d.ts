/** Globals of both browsers and Node that are not part of the language. The rules use no others. */
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
