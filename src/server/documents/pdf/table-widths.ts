interface Extent {
  readonly least: number
  readonly most: number
}

/** Divides a width among columns by what their texts ask for, as browsers do. */
export function shareWidth(extents: readonly Extent[], width: number): number[] {
  const most = sum(extents.map((extent) => extent.most))
  if (most <= width && most > 0)
    return extents.map((extent) => extent.most + ((width - most) * extent.most) / most)
  const least = sum(extents.map((extent) => extent.least))
  if (least >= width) {
    const cap = widestThatFits(extents, width)
    return extents.map((extent) => Math.min(extent.least, cap))
  }
  const spare = (width - least) / (most - least)
  return extents.map((extent) => extent.least + (extent.most - extent.least) * spare)
}

/**
 * The width above which columns are cut so that all fit: a word of three hundred letters is broken in its own column, and the
 * numbers beside it stay whole.
 */
function widestThatFits(extents: readonly Extent[], width: number): number {
  const ascending = extents.map(({ least }) => least).toSorted((a, b) => a - b)
  let left = width
  for (const [index, least] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (least > share) return share
    left -= least
  }
  return ascending.at(-1) ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
