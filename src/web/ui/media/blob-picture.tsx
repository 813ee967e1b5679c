import { useEffect, useRef } from 'react'

/** A picture from bytes; its blob address lives as long as the element. */
export function BlobPicture({ blob, alt }: { blob: Blob; alt: string }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={picture} alt={alt} draggable={false} />
}
