/** All parts share this subset, since shared modules aren't tree-shaken. ESLint reads the allowed names from here. */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from "react-router";
