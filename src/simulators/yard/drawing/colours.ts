/** Paint of a lorry by its name on the control page: body, darker side, lines. */
export const COLOURS = {
  white: ['#eceeee', '#c3c8ca', '#8f9699'],
  silver: ['#b9bec3', '#93999f', '#6a7076'],
  grey: ['#7d848b', '#5f666d', '#454b51'],
  black: ['#2f3337', '#222529', '#121416'],
  red: ['#b3261e', '#8a1c16', '#5d120e'],
  orange: ['#e07b1a', '#b56012', '#7d420b'],
  yellow: ['#e9bd23', '#bd961a', '#85690f'],
  green: ['#2f7d4a', '#235e38', '#163e25'],
  blue: ['#2457a6', '#1b427e', '#112b55'],
} as const satisfies Record<string, readonly [string, string, string]>

export type Colour = keyof typeof COLOURS

/** Every paint in a fixed order, so that a seed always picks the same one. */
export const COLOUR_NAMES = Object.keys(COLOURS) as Colour[]

/** What a camera finds where the plate should be: another country's, one under mud, or none. */
export const PLATE_CONDITIONS = ['clean', 'dirty', 'missing', 'foreign'] as const
export type PlateCondition = (typeof PLATE_CONDITIONS)[number]
