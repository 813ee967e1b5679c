/** A program of the product that an administrator runs. */
export interface ProductCommand {
  readonly name: string
  /** Its source, from the root of the product. */
  readonly program: string
  /** Words that come before those of the person. */
  readonly args?: readonly string[]
  readonly as: 'service' | 'owner' | 'root'
  /** Gets the address of the tables' owner. */
  readonly withOwner?: boolean
  /** What it does, in the language of the person who runs it. */
  readonly about: string
}

export const COMMANDS: readonly ProductCommand[]
export function packagedName(script: string): string
