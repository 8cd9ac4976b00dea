import { useLocation, useNavigate } from "react-router-dom";

/** Goes to the previous page of this visit; to `otherwise` when the visit began here. */
export function useBack(otherwise: string) {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate(otherwise) : navigate(-1));
}
