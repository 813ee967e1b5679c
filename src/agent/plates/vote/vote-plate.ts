import type { PlateReading } from '#contract/device/reading.ts'
import type { PlateCandidate } from '../plate-reader.ts'

/** A frame votes with its best reading when the weakest character is at least this (devices.md 6.3). */
export const VOTE = 0.7
const MAX_BP = 9900
/** One vote alone, or a second plate with a vote, never fills the field (8500). */
const DOUBTFUL_BP = 8400
const FULL_BP = 10_000
const MAX_CANDIDATES = 5

/** Joins the readings of several frames of one load; `frames` holds each frame's candidates, best first. */
export function votePlate(
  frames: readonly (readonly PlateCandidate[])[],
  ts: string,
): PlateReading {
  const best = frames.flatMap((frame) => frame.slice(0, 1))
  const votes = best.filter((c) => c.confidence >= VOTE)
  const plates = new Set(votes.map((v) => v.plate))
  // Without a vote the best guess stands for itself: shown as a suggestion or not at all.
  const counted = votes.length > 0 ? [...plates] : [...new Set(best.map((c) => c.plate))]
  const candidates = counted
    .map((plate) => ({ plate, confidence_bp: confidenceOf(plate, votes, best, plates.size) }))
    .sort((a, b) => b.confidence_bp - a.confidence_bp || countOf(b.plate) - countOf(a.plate))
    .slice(0, MAX_CANDIDATES)
  const first = candidates[0]
  if (!first) return { plate: null, raw: null, confidence_bp: 0, ts, candidates: [] }
  const raw = best.find((c) => c.plate === first.plate)!.raw
  return { ...first, raw, ts, candidates }

  function countOf(plate: string): number {
    return votes.filter((v) => v.plate === plate).length
  }
}

function confidenceOf(
  plate: string,
  votes: readonly PlateCandidate[],
  best: readonly PlateCandidate[],
  platesVoted: number,
): number {
  const agreeing = votes.filter((v) => v.plate === plate)
  if (agreeing.length === 0)
    return toBp(Math.max(...best.filter((c) => c.plate === plate).map((c) => c.confidence)))
  const doubt = agreeing.reduce((product, v) => product * (1 - v.confidence), 1)
  const bp = Math.min(MAX_BP, toBp(1 - doubt))
  return agreeing.length === 1 || platesVoted > 1 ? Math.min(DOUBTFUL_BP, bp) : bp
}

function toBp(share: number): number {
  return Math.round(share * FULL_BP)
}
