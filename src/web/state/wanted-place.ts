import { create } from 'zustand'

/**
 * The path that is on its way or open. The router knows it at once; React shows it later, and until then the former screen stands
 * there, which must not receive the keys meant for the next one.
 */
export const useWantedPlace = create(() => ({ pathname: '' }))
