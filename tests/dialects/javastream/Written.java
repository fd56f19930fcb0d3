import java.io.*;
import java.util.*;

/** Writes what test_java.py reads, and reads what it writes: java Written write|read FILE */
public class Written {
    enum Colour { RED, BLUE }

    static class Message implements Serializable {
        static final long serialVersionUID = 5;
        UUID identifier = new UUID(-5, 7);
    }

    static class Move extends Message {
        static final long serialVersionUID = -9;
        int steps = -3;
        boolean fast = true;
        long when = 1L << 40;
        String name = "caf\u00e9 \u0000 \ud83d\ude00";
        Colour colour = Colour.BLUE;
        ArrayList<Integer> list = new ArrayList<>(List.of(4, 5));
        LinkedList<Integer> linked = new LinkedList<>(List.of(8));
        HashMap<String, Integer> map = new HashMap<>(Map.of("x", 9));
        HashSet<String> set = new HashSet<>(Set.of("s"));
        Stack<Integer> stack = new Stack<>();
        int[] row = {1, -2};
        String[] words = {"a", "b"};
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("write")) {
            try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(arguments[1]))) {
                Move move = new Move();
                move.stack.push(3);
                out.writeObject(move);
                out.writeObject("hello");
                out.writeObject(move);
                out.reset();
                out.writeObject(Colour.RED);
                out.writeInt(7);
            }
        } else {
            try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(arguments[1]))) {
                Move move = (Move) in.readObject();
                System.out.println(move.identifier + " " + move.steps + " " + move.fast + " " + move.when);
                System.out.println(move.name.equals(new Move().name) + " " + move.colour + " " + move.list + " " + move.linked);
                System.out.println(move.map + " " + move.set + " " + move.stack);
                System.out.println(Arrays.toString(move.row) + " " + Arrays.toString(move.words));
                System.out.println(in.readObject());
                System.out.println(((String) in.readObject()).length());
            }
        }
    }
}
