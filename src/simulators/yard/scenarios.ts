type WrittenStep = { at: number; do: string; [field: string]: unknown }

/**
 * Seconds a visit takes: 8 to arrive, 9 to calm down, 3 for the judge, 8 to leave, and some room.
 */
const STAY_S = 28
const TURN_S = 50

/** Plate, mass with load, mass empty, in kilograms and whole divisions of the truck scale. */
const QUEUE = [
  ['А123ВС77', 12_480, 4260],
  ['Е456КМ750', 27_340, 10_920],
  ['О789НР199', 18_060, 7640],
  ['Т026СУ50', 33_700, 12_180],
  ['Х815ХХ97', 9840, 5100],
] as const

/** Plays the control page offers by name; times in seconds of the yard (devices.md 9). */
export const builtInScenarios: Record<string, WrittenStep[]> = {
  'two-pass': [
    { at: 0, do: 'arrive', post: 1, plate: 'А123ВС77', mass_kg: 12_480 },
    { at: 25, do: 'leave' },
    { at: 60, do: 'arrive', mass_kg: 4260 },
    { at: 85, do: 'leave' },
  ],
  'queue-of-five': [
    ...QUEUE.flatMap(([plate, full], i) => visit(i * TURN_S, plate, full)),
    ...QUEUE.flatMap(([plate, , empty], i) => visit((QUEUE.length + i) * TURN_S, plate, empty)),
  ],
  'platform-small': [
    { at: 0, do: 'load', post: 2, mass_kg: 84.3 },
    { at: 12, do: 'load', mass_kg: 41.2 },
    { at: 24, do: 'leave' },
    { at: 36, do: 'load', post: 3, mass_kg: 12.35 },
    { at: 48, do: 'leave' },
    { at: 60, do: 'load', mass_kg: 3.8 },
    { at: 72, do: 'leave' },
  ],
}

function visit(at: number, plate: string, mass_kg: number): WrittenStep[] {
  return [
    { at, do: 'arrive', post: 1, plate, mass_kg },
    { at: at + STAY_S, do: 'leave' },
  ]
}
