import VASSAL.build.GameModule;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.widget.PieceSlot;
import VASSAL.configure.ValidationReport;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.tools.DataArchive;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.File;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.SwingUtilities;

/**
 * Opens a module with VASSAL's own classes, starts a game, and prints what VASSAL makes of it, with tabs between fields.
 *
 * Arguments: the module, a file with a line for each hex (name, x, y), and the file for a picture of the board.
 */
public class VassalProbe {
  private static final String[] PROPERTIES = {"Facing_Facing", "Side", "Class", "Shield"};

  public static void main(String[] args) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      try {
        probe(args);
      }
      catch (Throwable fault) {
        fault.printStackTrace();
        Runtime.getRuntime().halt(3);
      }
    });
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void probe(String[] args) throws Exception {
    VASSAL.Info.setConfig(new VASSAL.launch.StandardConfig());
    // Windows ask for it while they are built.
    final Constructor<?> menus =
      Class.forName("VASSAL.launch.Player$PlayerMenuManager").getDeclaredConstructor();
    menus.setAccessible(true);
    menus.newInstance();
    final GameModule module = new GameModule(new DataArchive(args[0]));
    GameModule.init(module);
    say("module", module.getGameName());
    final ValidationReport report = new ValidationReport();
    module.validate(module, report);
    for (String it : report.getWarnings()) {
      say("warning", it);
    }
    // As a new game does, without the wizard that asks for a name and a side.
    for (boolean begins : new boolean[] {false, true}) {
      for (GameComponent it : List.copyOf(module.getGameState().getGameComponents())) {
        it.setup(begins);
      }
    }
    for (Map map : Map.getMapList()) {
      show(map, args);
    }
    for (PieceSlot it : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      say("slot", it.getGpId(), it.getPiece().getName());
    }
    say("end");
  }

  private static void show(Map map, String[] args) throws Exception {
    for (Board it : map.getBoards()) {
      say("board", it.getName(), it.bounds().width, it.bounds().height);
    }
    for (String line : Files.readAllLines(Paths.get(args[1]))) {
      final String[] hex = line.split("\t");
      final Point at = new Point(Integer.parseInt(hex[1]), Integer.parseInt(hex[2]));
      final Point snapped = map.snapTo(at);
      say("hex", hex[0], map.locationName(at), snapped.x, snapped.y);
    }
    for (GamePiece piece : map.getAllPieces()) {
      for (GamePiece it : piece instanceof Stack ? ((Stack) piece).asList() : List.of(piece)) {
        final StringBuilder properties = new StringBuilder();
        for (String name : PROPERTIES) {
          properties.append('\t').append(it.getProperty(name));
        }
        say("piece", it.getName(), it.getPosition().x, it.getPosition().y + properties.toString());
      }
    }
    final Dimension size = map.mapSize();
    final BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_ARGB);
    final Graphics2D pen = image.createGraphics();
    map.paintRegion(pen, new Rectangle(size), null);
    pen.dispose();
    ImageIO.write(image, "png", new File(args[2]));
  }

  private static void say(Object... fields) {
    final StringBuilder line = new StringBuilder();
    for (Object it : fields) {
      line.append(line.length() > 0 ? "\t" : "").append(it);
    }
    System.out.println(line);
  }
}
