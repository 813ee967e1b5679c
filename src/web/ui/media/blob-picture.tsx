import { useEffect, useRef } from 'react'

interface BlobPictureProps {
  blob: Blob
  alt: string
  /** The bytes are drawn, or cannot be. */
  drawn?: () => void
  broken?: () => void
}

/** A picture from bytes; its blob address lives as long as the element. */
export function BlobPicture({ blob, alt, drawn, broken }: BlobPictureProps) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={picture} alt={alt} draggable={false} onLoad={drawn} onError={broken} />
}
