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
  if (least >= width) return extents.map((extent) => (extent.least * width) / least)
  const spare = (width - least) / (most - least)
  return extents.map((extent) => extent.least + (extent.most - extent.least) * spare)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
