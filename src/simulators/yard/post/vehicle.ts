import { COLOUR_NAMES, type Colour, type PlateCondition } from '../drawing/colours.ts'
import { plateText } from '../drawing/draw-plate.ts'
import { seededRandom, type Random } from '../random.ts'

/** What drives onto a truck scale, or is put on a platform (then without a plate). */
export interface Vehicle {
  plate: string | null
  trailer_plate: string | null
  mass_g: number
  axles: number
  colour: Colour
  plate_look: PlateCondition
  /** Fixes how this vehicle is drawn: the same plate always looks the same. */
  seed: number
}

/** What a command may leave open. */
export interface VehicleWish {
  plate?: string | undefined
  trailer_plate?: string | undefined
  mass_g?: number | undefined
  axles?: number | undefined
  colour?: Colour | undefined
  plate_look?: PlateCondition | undefined
}

const LETTERS = 'АВЕКМНОРСТУХ'
const REGIONS = ['77', '50', '97', '177', '199', '750', '799', '69', '71', '40', '62', '76']

/** A lorry of 6 to 30 t in whole divisions of `d_g`; its paint follows from its plate. */
export function makeLorry(wish: VehicleWish, d_g: number, random: Random): Vehicle {
  const plate = plateText(wish.plate ?? randomPlate(random))
  const look = seededRandom(plate)
  const colour = look.pick(COLOUR_NAMES)
  return {
    plate,
    trailer_plate: wish.trailer_plate ? plateText(wish.trailer_plate) : null,
    mass_g: wish.mass_g ?? Math.round(random.between(6_000_000, 30_000_000) / d_g) * d_g,
    axles: wish.axles ?? look.whole(2, 4),
    colour: wish.colour ?? colour,
    plate_look: wish.plate_look ?? 'clean',
    seed: look.whole(1, 2 ** 31),
  }
}

/** Products for a platform scale, 2 to 60 % of its capacity in whole divisions. */
export function makeCargo(
  wish: VehicleWish,
  { max_g, d_g }: { max_g: number; d_g: number },
  random: Random,
): Vehicle {
  const share = random.between(0.02, 0.6)
  return {
    plate: wish.plate ? plateText(wish.plate) : null,
    trailer_plate: null,
    mass_g: wish.mass_g ?? Math.round((max_g * share) / d_g) * d_g,
    axles: 1,
    colour: wish.colour ?? 'grey',
    plate_look: 'clean',
    seed: random.whole(1, 2 ** 31),
  }
}

/** A plate of the usual form L999LL + region. */
export function randomPlate(random: Random) {
  const letter = () => random.pick([...LETTERS])
  const number = String(random.whole(1, 999)).padStart(3, '0')
  return `${letter()}${number}${letter()}${letter()}${random.pick(REGIONS)}`
}
